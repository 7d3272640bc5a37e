package io.qcpruner.eval.run;

import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;

/** The file operations a record store needs; tests put a full disk behind them. */
interface AppendFile extends Closeable {

  /** Writes at the end, all of it or an exception. */
  void append(byte[] bytes) throws IOException;

  void truncate(long length) throws IOException;

  /**
   * Opens a file; {@link RunLock} keeps others away. Not a channel: that is closed when a thread is
   * interrupted in the middle of a line, and could then not be cut to its last whole one.
   */
  static AppendFile open(Path path) throws IOException {
    RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw");
    return new AppendFile() {
      @Override
      public void append(byte[] bytes) throws IOException {
        file.seek(file.length());
        file.write(bytes);
      }

      @Override
      public void truncate(long length) throws IOException {
        file.setLength(length);
      }

      @Override
      public void close() throws IOException {
        try (file) {
          file.getFD().sync();
        }
      }
    };
  }
}
