package io.qcpruner.checkpoint.hub;

import java.io.IOException;
import java.net.ConnectException;
import java.nio.file.FileSystemException;

/** Runs a transfer again when it breaks, with growing pauses. */
record Retry(HubSettings settings, DownloadProgress progress, int connections) {

  /** A hub that was reached comes back; one that never was is given up after a second try. */
  static Retry firstContact(HubSettings settings, DownloadProgress progress) {
    return new Retry(settings, progress, 2);
  }

  Retry(HubSettings settings, DownloadProgress progress) {
    this(settings, progress, Integer.MAX_VALUE);
  }

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
        if (e instanceof ConnectException && attempt >= connections) {
          throw new UnreachableHubException(reason, e);
        }
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
