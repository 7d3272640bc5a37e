package io.qcpruner.checkpoint.hub;

import java.io.IOException;
import java.nio.file.FileSystemException;

/** Runs a transfer again when it breaks, with growing pauses. */
record Retry(HubSettings settings, DownloadProgress progress) {

  /** A step that may break. */
  interface Step<T> {
    T run() throws IOException;
  }

  <T> T run(String file, Step<T> step) throws IOException {
    long pause = settings.pause().toMillis();
    for (int attempt = 1; ; attempt++) {
      try {
        return step.run();
      } catch (HubException e) {
        throw e; // said clearly already; trying again would not help
      } catch (FileSystemException e) {
        throw new HubException(
            "%s: %s: %s; make room or choose another folder (HF_HOME), then pull again: it goes on"
                    .formatted(file, e.getFile(), reason(e))
                + " where it stopped",
            e);
      } catch (IOException e) {
        String reason = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
        if (attempt >= settings.attempts()) {
          throw new HubException(
              "%s: gave up after %d attempts: %s".formatted(file, attempt, reason), e);
        }
        progress.note("%s: %s; trying again".formatted(file, reason));
        sleep(pause, file);
        pause *= 2;
      }
    }
  }

  /** What the system said; some failures are told by their class alone. */
  private static String reason(FileSystemException e) {
    return e.getReason() == null ? e.getClass().getSimpleName() : e.getReason();
  }

  private static void sleep(long millis, String file) throws HubException {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new HubException(file + ": interrupted", e);
    }
  }
}
