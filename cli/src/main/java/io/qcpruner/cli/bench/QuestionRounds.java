package io.qcpruner.cli.bench;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.model.internal.measure.PruneBench;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Several questions about one picture in turns: unpruned from the pixels, unpruned with the
 * picture's rows kept, and each method with them.
 */
public final class QuestionRounds {
  private final PruneBench bench;
  private final int questions;
  private final List<Double> unpruned = new ArrayList<>();
  private final List<Double> unprunedReused = new ArrayList<>();
  private final List<List<Double>> pruned = new ArrayList<>();

  public QuestionRounds(PruneBench bench, int questions) {
    this.bench = bench;
    this.questions = questions;
  }

  /** One round of everything. */
  public void run(List<MethodSpec> methods, boolean counted) {
    try {
      double plain = bench.questions(questions, MethodSpec.FULL, false);
      double reused = bench.questions(questions, MethodSpec.FULL, true);
      if (counted) {
        unpruned.add(plain);
        unprunedReused.add(reused);
      }
      for (int i = 0; i < methods.size(); i++) {
        double millis = bench.questions(questions, methods.get(i), true);
        if (pruned.size() <= i) {
          pruned.add(new ArrayList<>());
        }
        if (counted) {
          pruned.get(i).add(millis);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Means, ratios and raw rounds of one method. */
  public void describe(int request, ObjectNode row) {
    BenchSample all = sample(unpruned);
    BenchSample few = sample(pruned.get(request));
    row.put("questions", questions)
        .put("unpruned_ms", all.mean())
        .put("unpruned_reused_ms", sample(unprunedReused).mean())
        .put("pruned_reused_ms", few.mean())
        .put("speed_up", all.mean() / few.mean())
        .put("speed_up_error", all.mean() / few.mean() * all.ratioError(few));
    Arrays.stream(all.values()).forEach(row.putArray("unpruned_rounds_ms")::add);
    Arrays.stream(few.values()).forEach(row.putArray("pruned_reused_rounds_ms")::add);
  }

  private static BenchSample sample(List<Double> values) {
    return new BenchSample(values.stream().mapToDouble(v -> v).toArray());
  }
}
