package io.qcpruner.cli.bench;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.qcpruner.model.internal.measure.ModelBench;
import io.qcpruner.model.internal.measure.Round;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The measured rounds of one program; the first is reported apart, because it reads the weights.
 */
public final class Rounds {
  private final List<Round> rounds = new ArrayList<>();

  public void add(Round round) {
    rounds.add(round);
  }

  public ObjectNode summary(ModelBench bench, int threads, int tokens) {
    ObjectNode out = JsonNodeFactory.instance.objectNode();
    out.put("program", "qcpruner");
    out.put("threads", threads);
    out.put("rows", bench.promptRows());
    out.put("new_tokens", tokens);
    out.put("load_s", tenths(bench.loadSeconds()));
    out.put("first_prefill_ms", tenths(rounds.get(0).prefillMillis()));
    out.put("vision_ms", median(Round::visionMillis));
    out.put("prefill_ms", median(Round::prefillMillis));
    out.put("decode_ms", median(Round::decodeMillis));
    out.put("vision_cpu_ms", median(Round::visionCpuMillis));
    out.put("prefill_cpu_ms", median(Round::prefillCpuMillis));
    out.put("decode_cpu_ms", median(Round::decodeCpuMillis));
    out.put("peak_rss_mb", bench.peakResidentBytes() >> 20);
    return out;
  }

  /** Median of all rounds but the first, if there are others. */
  private double median(ToDoubleFunction<Round> field) {
    return tenths(Median.of(rounds.stream().skip(rounds.size() > 1 ? 1 : 0).mapToDouble(field)));
  }

  private static double tenths(double value) {
    return Math.round(value * 10) / 10.0;
  }
}
