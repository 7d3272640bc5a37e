package io.qcpruner.server.http;

import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.server.schedule.QueueLimits;
import java.time.Duration;
import java.util.List;

/**
 * Everything the options of {@code serve} say about HTTP, scheduling and requests.
 *
 * @param port 0 for any free one
 * @param maxMedia pictures and clips of one conversation
 * @param method for requests that say nothing about it
 * @param page whether the web page and its samples are served
 * @param metrics whether {@code /metrics} exists
 * @param metricsOpen whether it needs no key
 * @param logPrompts whether questions and answers are logged, for debugging
 */
public record ServerSettings(
    String host,
    int port,
    QueueLimits queue,
    Duration requestTimeout,
    Duration drainTimeout,
    int maxBody,
    int maxTokensLimit,
    int defaultMaxTokens,
    int maxMedia,
    List<String> aliases,
    boolean anyModel,
    boolean mediaUrls,
    MethodSpec method,
    Access access,
    Timeouts timeouts,
    boolean page,
    boolean metrics,
    boolean metricsOpen,
    boolean logPrompts) {

  private static final int BODY = 32 << 20;
  private static final long QUEUE_BYTES = 256L << 20;

  public ServerSettings {
    aliases = List.copyOf(aliases);
    if (maxBody < 1 || maxTokensLimit < 1 || defaultMaxTokens < 1 || maxMedia < 0) {
      throw new IllegalArgumentException("limits must be positive");
    }
  }

  /** The defaults on a free port of this machine. */
  public static ServerSettings local() {
    int cores = Runtime.getRuntime().availableProcessors();
    return new ServerSettings(
        "127.0.0.1",
        0,
        new QueueLimits(
            defaultSlots(cores), 32, QUEUE_BYTES, QueueLimits.PER_CLIENT, Duration.ofSeconds(300)),
        Duration.ofSeconds(600),
        Duration.ofSeconds(30),
        BODY,
        1024,
        128,
        8,
        List.of(),
        false,
        false,
        MethodSpec.FULL,
        Access.OPEN,
        Timeouts.DEFAULT,
        true,
        true,
        false,
        false);
  }

  /** One below 16 cores: a slot shares the machine, it does not double it. */
  public static int defaultSlots(int cores) {
    return Math.max(1, Math.min(4, cores / 8));
  }
}
