package io.qcpruner.pocket.internal.train;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Running means of what the log shows. */
final class RunningMeans {

  private final Map<String, int[]> hits = new TreeMap<>();
  private final Map<String, double[]> losses = new LinkedHashMap<>();
  private int pictures;
  private long since = System.nanoTime();

  void add(Batch batch, PackedRows rows, long[] predicted, Map<String, Double> step) {
    step.forEach(
        (name, loss) -> {
          double[] sum = losses.computeIfAbsent(name, n -> new double[2]);
          sum[0] += loss;
          sum[1]++;
        });
    pictures += batch.size();
    if (predicted != null) {
      count(batch, rows, predicted, hits);
    }
  }

  /** Adds hits and questions per family. */
  static void count(Batch batch, PackedRows rows, long[] predicted, Map<String, int[]> hits) {
    boolean[] right = new boolean[batch.target().length];
    int[] answering = rows.answering();
    for (int i = 0; i < answering.length; i++) {
      right[answering[i]] = predicted[i] == batch.target()[answering[i]];
    }
    for (Batch.PackedTurn t : batch.turns()) {
      boolean all = true;
      for (int r = t.first(); r <= t.last(); r++) {
        all &= right[r];
      }
      int[] h = hits.computeIfAbsent(t.family(), f -> new int[2]);
      h[0] += all ? 1 : 0;
      h[1]++;
    }
  }

  /** Mean over the families seen since the last line. */
  double meanAccuracy() {
    return hits.values().stream().mapToDouble(h -> (double) h[0] / h[1]).average().orElse(0);
  }

  /** One line, and starts anew. */
  String line(long step, CurriculumStage stage) {
    double seconds = (System.nanoTime() - since) / 1e9;
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT, "%6d %-6s %4.1f pictures/s", step, stage.name(), pictures / seconds));
    losses.forEach(
        (name, sum) -> text.append(String.format(Locale.ROOT, " %s %.3f", name, sum[0] / sum[1])));
    text.append(" |");
    for (Map.Entry<String, int[]> e : hits.entrySet()) {
      int[] h = e.getValue();
      text.append(String.format(Locale.ROOT, " %s %.0f", e.getKey(), 100.0 * h[0] / h[1]));
    }
    hits.clear();
    losses.clear();
    pictures = 0;
    since = System.nanoTime();
    return text.toString();
  }
}
