package io.qcpruner.server.metrics;

import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.core.metrics.Info;
import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.ExpositionFormats;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.qcpruner.model.prune.StageClock.Part;
import io.qcpruner.server.chat.CacheCounts;
import io.qcpruner.server.chat.ChatAnswer;
import io.qcpruner.server.chat.ModelInfo;
import io.qcpruner.server.error.ErrorCode;
import io.qcpruner.server.protocol.PartTimes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/** Counts and times of one server. Labels come from closed lists, never from a request's text. */
public final class ServerMetrics {

  /** How a computed request ended. */
  public enum Outcome {
    STOP,
    LENGTH,
    CANCELLED,
    ERROR
  }

  /**
   * A page of metrics.
   *
   * @param contentType of the format that the client accepts
   */
  public record Page(String contentType, byte[] body) {}

  private static final double[] SECONDS = {
    0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600
  };

  private final PrometheusRegistry registry = new PrometheusRegistry();
  private final ExpositionFormats formats = ExpositionFormats.init();
  private final Counter requests =
      counter("requests", "computed requests by outcome and method", "outcome", "method");
  private final Counter rejected = counter("rejected", "refused requests by code", "reason");
  private final Counter promptTokens = counter("prompt_tokens", "prompt rows before pruning");
  private final Counter completionTokens = counter("completion_tokens", "generated tokens");
  private final Counter visualTokens =
      counter("visual_tokens", "visual tokens seen and kept", "state");
  private final Histogram requestSeconds = histogram("request_seconds", "arrival to answer");
  private final Histogram queueSeconds = histogram("queue_seconds", "time in the waiting line");
  private final Histogram firstToken =
      histogram("time_to_first_token_seconds", "arrival to first piece");
  private final Histogram tokenSeconds = histogram("token_seconds", "decoding of one token");
  private final Histogram stageSeconds = histogram("stage_seconds", "parts of a request", "stage");

  /** The gauges ask these when a page of metrics is made. */
  public ServerMetrics(IntSupplier running, IntSupplier waiting, Supplier<CacheCounts> cache) {
    gauge("requests_running", "requests in a slot", () -> running.getAsInt());
    gauge("requests_waiting", "requests in the line", () -> waiting.getAsInt());
    cached("vision_cache_queries", "look-ups in the vision cache", cache, CacheCounts::queries);
    cached("vision_cache_hits", "look-ups that found it", cache, CacheCounts::hits);
    cached("vision_cache_evictions", "entries pushed out", cache, CacheCounts::evictions);
    gauge("vision_cache_bytes", "native bytes in the vision cache", () -> cache.get().bytes());
    visualTokens.initLabelValues("seen");
    visualTokens.initLabelValues("kept");
  }

  /** What is served, once it is known. */
  public void loaded(String version, ModelInfo info) {
    Info build =
        Info.builder()
            .name("qcpruner_build_info")
            .help("what runs")
            .labelNames("version", "family", "weights")
            .register(registry);
    build.addLabelValues(version, info.family(), info.weights());
  }

  public void rejected(ErrorCode code) {
    rejected.labelValues(code.wire()).inc();
  }

  public void queued(long nanos) {
    queueSeconds.observe(nanos / 1e9);
  }

  public void firstPiece(long nanosSinceArrival) {
    firstToken.observe(nanosSinceArrival / 1e9);
  }

  /**
   * @param method a name the engine knows
   */
  public void ended(Outcome outcome, String method, long nanosSinceArrival) {
    requests.labelValues(outcome.name().toLowerCase(java.util.Locale.ROOT), method).inc();
    requestSeconds.observe(nanosSinceArrival / 1e9);
  }

  public void answered(ChatAnswer answer) {
    promptTokens.inc(answer.pruning().counts().promptTokens());
    completionTokens.inc(answer.completionTokens());
    visualTokens.labelValues("seen").inc(answer.pruning().counts().visualTokens());
    visualTokens.labelValues("kept").inc(answer.pruning().counts().keptTokens());
    for (Part part : Part.values()) {
      stageSeconds.labelValues(PartTimes.name(part)).observe(answer.millis(part) / 1e3);
    }
    if (answer.completionTokens() > 0) {
      tokenSeconds.observe(answer.millis(Part.DECODE) / 1e3 / answer.completionTokens());
    }
  }

  /** Prometheus text, or OpenMetrics where the client asks for it. */
  public Page page(String accept) {
    ExpositionFormatWriter writer =
        accept != null && accept.contains("application/openmetrics-text")
            ? formats.getOpenMetricsTextFormatWriter()
            : formats.getPrometheusTextFormatWriter();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      writer.write(out, registry.scrape());
    } catch (IOException e) {
      throw new IllegalStateException("memory does not fail to be written", e);
    }
    return new Page(writer.getContentType(), out.toByteArray());
  }

  private Counter counter(String name, String help, String... labels) {
    return Counter.builder()
        .name("qcpruner_" + name)
        .help(help)
        .labelNames(labels)
        .withoutExemplars()
        .register(registry);
  }

  private Histogram histogram(String name, String help, String... labels) {
    return Histogram.builder()
        .name("qcpruner_" + name)
        .help(help)
        .classicOnly()
        .classicUpperBounds(SECONDS)
        .labelNames(labels)
        .withoutExemplars()
        .register(registry);
  }

  private void gauge(String name, String help, Supplier<Number> value) {
    GaugeWithCallback.builder()
        .name("qcpruner_" + name)
        .help(help)
        .callback(callback -> callback.call(value.get().doubleValue()))
        .register(registry);
  }

  private void cached(
      String name, String help, Supplier<CacheCounts> cache, ToLongFunction<CacheCounts> count) {
    CounterWithCallback.builder()
        .name("qcpruner_" + name)
        .help(help)
        .callback(callback -> callback.call(count.applyAsLong(cache.get())))
        .register(registry);
  }
}
