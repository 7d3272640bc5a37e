package io.qcpruner.cli.serve;

import io.qcpruner.server.http.ServerSettings;
import io.qcpruner.server.schedule.QueueLimits;
import java.time.Duration;
import picocli.CommandLine.Option;

/** How much is computed, kept and waited for. */
final class LimitOptions {

  @Option(
      names = "--slots",
      paramLabel = "N",
      description = "Requests computed at a time (default: cores / 8, 1 to 4).")
  private Integer slots;

  @Option(
      names = "--queue",
      paramLabel = "N",
      defaultValue = "32",
      description = "Requests that may wait (default: ${DEFAULT-VALUE}).")
  private int queue;

  @Option(
      names = "--queue-bytes",
      paramLabel = "SIZE",
      defaultValue = "256MiB",
      converter = ByteSize.class,
      description = "Bytes that waiting requests may hold (default: ${DEFAULT-VALUE}).")
  private long queueBytes;

  @Option(
      names = "--queue-timeout",
      paramLabel = "SECONDS",
      defaultValue = "300",
      description = "Longest wait for a slot (default: ${DEFAULT-VALUE}).")
  private int queueTimeout;

  @Option(
      names = "--request-timeout",
      paramLabel = "SECONDS",
      defaultValue = "600",
      description = "Longest time from arrival to answer (default: ${DEFAULT-VALUE}).")
  private int requestTimeout;

  @Option(
      names = "--drain-timeout",
      paramLabel = "SECONDS",
      defaultValue = "30",
      description = "Time that running requests get at the end (default: ${DEFAULT-VALUE}).")
  private int drainTimeout;

  @Option(
      names = "--max-body",
      paramLabel = "SIZE",
      defaultValue = "32MiB",
      converter = ByteSize.class,
      description = "Largest request (default: ${DEFAULT-VALUE}).")
  private long maxBody;

  @Option(
      names = "--max-tokens-limit",
      paramLabel = "N",
      defaultValue = "1024",
      description = "Maximum number of new tokens of any request (default: ${DEFAULT-VALUE}).")
  private int maxTokensLimit;

  @Option(
      names = "--default-max-tokens",
      paramLabel = "N",
      defaultValue = "128",
      description = "New tokens of a request that names no number (default: ${DEFAULT-VALUE}).")
  private int defaultMaxTokens;

  @Option(
      names = "--max-media",
      paramLabel = "N",
      defaultValue = "8",
      description = "Pictures and clips of one conversation (default: ${DEFAULT-VALUE}).")
  private int maxMedia;

  @Option(
      names = "--vision-cache",
      paramLabel = "SIZE",
      defaultValue = "512MiB",
      converter = ByteSize.class,
      description = "Encoded pictures kept in memory; 0 keeps none (default: ${DEFAULT-VALUE}).")
  long visionCache;

  @Option(
      names = "--prefix-cache",
      paramLabel = "SIZE",
      defaultValue = "0",
      converter = ByteSize.class,
      description = {
        "What kept pictures left in the decoder, so that further questions start after them; last",
        "bits of logits differ from those without (default: ${DEFAULT-VALUE}, none)."
      })
  long prefixCache;

  QueueLimits queue() {
    int computed =
        slots == null
            ? ServerSettings.defaultSlots(Runtime.getRuntime().availableProcessors())
            : slots;
    return new QueueLimits(
        computed,
        queue,
        queueBytes,
        QueueLimits.PER_CLIENT,
        seconds("--queue-timeout", queueTimeout));
  }

  Duration requestTimeout() {
    return seconds("--request-timeout", requestTimeout);
  }

  Duration drainTimeout() {
    return Duration.ofSeconds(atLeast(0, "--drain-timeout", drainTimeout));
  }

  int maxBody() {
    if (maxBody < 1 || maxBody > 1L << 30) {
      throw new IllegalArgumentException("--max-body must be 1 byte to 1 GiB, not " + maxBody);
    }
    return (int) maxBody;
  }

  int maxTokensLimit() {
    return atLeast(1, "--max-tokens-limit", maxTokensLimit);
  }

  int defaultMaxTokens() {
    return atLeast(1, "--default-max-tokens", defaultMaxTokens);
  }

  int maxMedia() {
    return atLeast(0, "--max-media", maxMedia);
  }

  private static int atLeast(int least, String option, int value) {
    if (value < least) {
      throw new IllegalArgumentException(option + " must be at least " + least + ", not " + value);
    }
    return value;
  }

  private static Duration seconds(String option, int value) {
    return Duration.ofSeconds(atLeast(1, option, value));
  }
}
