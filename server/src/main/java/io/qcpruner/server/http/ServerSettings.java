package io.qcpruner.server.http;

import io.qcpruner.server.protocol.RequestRules;
import io.qcpruner.server.schedule.QueueLimits;
import java.time.Duration;

/**
 * Everything the options of {@code serve} say about HTTP, scheduling and requests.
 *
 * @param requestTimeout of one answer, from its arrival
 * @param drainTimeout for running answers when the server stops
 */
public record ServerSettings(
    Listener listener,
    QueueLimits queue,
    Duration requestTimeout,
    Duration drainTimeout,
    RequestRules requests,
    Features features) {

  private static final long QUEUE_BYTES = 256L << 20;

  /**
   * The socket and who may use it.
   *
   * @param port 0 for any free one
   */
  public record Listener(String host, int port, Access access, Timeouts timeouts) {}

  /**
   * What the server offers beside answers.
   *
   * @param page whether the web page and its samples are served
   * @param metrics whether {@code /metrics} exists
   * @param metricsOpen whether it needs no key
   * @param logPrompts whether questions and answers are logged, for debugging
   */
  public record Features(boolean page, boolean metrics, boolean metricsOpen, boolean logPrompts) {
    public static final Features DEFAULT = new Features(true, true, false, false);
  }

  /** The defaults on a free port of this machine. */
  public static ServerSettings local() {
    int slots = defaultSlots(Runtime.getRuntime().availableProcessors());
    return new ServerSettings(
        new Listener("127.0.0.1", 0, Access.OPEN, Timeouts.DEFAULT),
        new QueueLimits(slots, 32, QUEUE_BYTES, QueueLimits.PER_CLIENT, Duration.ofSeconds(300)),
        Duration.ofSeconds(600),
        Duration.ofSeconds(30),
        RequestRules.DEFAULT,
        Features.DEFAULT);
  }

  /** One below 16 cores: a slot shares the machine, it does not double it. */
  public static int defaultSlots(int cores) {
    return Math.max(1, Math.min(4, cores / 8));
  }
}
