package io.qcpruner.checkpoint.hub;

/** Told how downloads go; calls come from one thread. */
public interface DownloadProgress {
  DownloadProgress SILENT =
      new DownloadProgress() {
        @Override
        public void bytes(String file, long done, long total) {}

        @Override
        public void note(String text) {}
      };

  /**
   * @param total bytes of the file
   */
  void bytes(String file, long done, long total);

  /** Something worth a line: a file is complete, a transfer is tried again. */
  void note(String text);
}
