package io.qcpruner.eval.calibrate;

import io.qcpruner.core.utility.Utility;
import io.qcpruner.eval.plot.Figure;
import io.qcpruner.eval.plot.LinePlot;
import io.qcpruner.eval.report.TextTable;
import io.qcpruner.eval.report.TextTable.Mark;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Pruning-layer stability of the QCPruner paper: how well the token ranking of each layer agrees,
 * within each sample, with the consensus of a few late layers.
 *
 * <table>
 * <caption>Symbols</caption>
 * <tr><td>u_n^l</td><td>{@link Utility#utility}</td></tr>
 * <tr><td>u-bar_n^late</td><td>mean over the consensus layers</td></tr>
 * <tr><td>S_l, J_l</td><td>{@link Agreement#fused}, {@link Agreement#topK}</td></tr>
 * </table>
 */
public final class LayerStability {

  private final int consensusFrom;
  private final int consensusTo;
  private final int topK;
  private double[][] sums;
  private int samples;

  /**
   * What is compared with what.
   *
   * @param consensusFrom first consensus layer, zero-based
   * @param consensusTo last consensus layer
   * @param topK tokens of the Jaccard overlap
   */
  public record Protocol(int consensusFrom, int consensusTo, int topK) implements Serializable {

    public Protocol {
      if (consensusFrom < 1 || consensusTo < consensusFrom) {
        throw new IllegalArgumentException(
            "consensus layers must be a range from 1 on, not " + consensusFrom + "-" + consensusTo);
      }
      if (topK < 1) {
        throw new IllegalArgumentException("top-k must be at least 1, not " + topK);
      }
    }
  }

  public LayerStability(int consensusFrom, int consensusTo, int topK) {
    this(new Protocol(consensusFrom, consensusTo, topK));
  }

  public LayerStability(Protocol protocol) {
    this.consensusFrom = protocol.consensusFrom;
    this.consensusTo = protocol.consensusTo;
    this.topK = protocol.topK;
  }

  public Protocol protocol() {
    return new Protocol(consensusFrom, consensusTo, topK);
  }

  /** The paper's layers 9 to 11 for deep models, the same place in shallow ones. */
  public static int[] defaultConsensus(int layers) {
    if (layers >= 24) {
      return new int[] {9, 11};
    }
    int to = Math.max(1, layers - 2);
    return new int[] {Math.max(1, to - 2), to};
  }

  /** Mean agreement of one layer. */
  public record Agreement(
      int layer, double fused, double topK, double alignment, double similarity) {}

  /**
   * What one sample adds to the sums.
   *
   * @param values [layers][4] fused Spearman, fused Jaccard, alignment and similarity Spearman
   */
  public record Measured(double[][] values) {}

  /** Adds a sample: one utility per layer. */
  public void add(List<Utility> cues) {
    add(measure(cues));
  }

  /** Adds samples in the order of the data: sums of doubles depend on it. */
  public void add(Measured sample) {
    if (sums == null) {
      sums = new double[consensusTo + 1][4];
    }
    for (int l = 0; l <= consensusTo; l++) {
      for (int i = 0; i < 4; i++) {
        sums[l][i] += sample.values[l][i];
      }
    }
    samples++;
  }

  /** The agreements of one sample, to be added here or in another process. */
  public Measured measure(List<Utility> cues) {
    if (consensusTo >= cues.size()) {
      throw new IllegalArgumentException(
          "consensus layer " + consensusTo + " of a model with " + cues.size() + " layers");
    }
    double[][] values = new double[consensusTo + 1][4];
    float[] fused = consensus(cues, Utility::utility);
    float[] alignment = consensus(cues, Utility::cueAlign);
    float[] similarity = consensus(cues, Utility::cueSim);
    for (int l = 0; l <= consensusTo; l++) {
      values[l][0] = Ranks.spearman(cues.get(l).utility(), fused);
      values[l][1] = Ranks.topJaccard(cues.get(l).utility(), fused, topK);
      values[l][2] = Ranks.spearman(cues.get(l).cueAlign(), alignment);
      values[l][3] = Ranks.spearman(cues.get(l).cueSim(), similarity);
    }
    return new Measured(values);
  }

  private float[] consensus(List<Utility> layers, Function<Utility, float[]> cue) {
    float[] mean = new float[cue.apply(layers.get(consensusFrom)).length];
    for (int i = 0; i < mean.length; i++) {
      double sum = 0;
      for (int l = consensusFrom; l <= consensusTo; l++) {
        sum += cue.apply(layers.get(l))[i];
      }
      mean[i] = (float) (sum / (consensusTo - consensusFrom + 1));
    }
    return mean;
  }

  /** Layers 1 to the last consensus layer, as the paper lists them. */
  public List<Agreement> agreements() {
    if (samples == 0) {
      throw new IllegalArgumentException("no samples");
    }
    List<Agreement> rows = new ArrayList<>();
    for (int l = 1; l <= consensusTo; l++) {
      double[] s = sums[l];
      rows.add(new Agreement(l, s[0] / samples, s[1] / samples, s[2] / samples, s[3] / samples));
    }
    return rows;
  }

  public int samples() {
    return samples;
  }

  /**
   * The layer with the largest rise of fused agreement before the consensus layers: the earliest
   * place after the transition. Ties go to the lower layer.
   */
  public static int choose(List<Agreement> rows, int consensusFrom) {
    int best = rows.get(0).layer;
    double bestRise = Double.NEGATIVE_INFINITY;
    for (int i = 1; i < rows.size() && rows.get(i).layer < consensusFrom; i++) {
      double rise = rows.get(i).fused - rows.get(i - 1).fused;
      if (rise > bestRise) {
        bestRise = rise;
        best = rows.get(i).layer;
      }
    }
    return best;
  }

  public int choose() {
    return choose(agreements(), consensusFrom);
  }

  public TextTable text() {
    return text(agreements(), protocol(), samples);
  }

  /** The paper's table, the chosen layer bold. */
  public static TextTable text(List<Agreement> rows, Protocol protocol, int samples) {
    int chosen = choose(rows, protocol.consensusFrom);
    List<List<String>> lines = new ArrayList<>();
    List<List<Mark>> marks = new ArrayList<>();
    for (Agreement row : rows) {
      List<String> line =
          List.of(
              row.layer + (row.layer == chosen ? " *" : ""),
              number(row.fused),
              number(row.topK),
              number(row.alignment),
              number(row.similarity));
      lines.add(line);
      Mark mark = row.layer == chosen ? Mark.BEST : Mark.PLAIN;
      marks.add(Collections.nCopies(line.size(), mark));
    }
    return new TextTable(
        "Layer stability over " + samples + " samples",
        List.of(
            "Layer",
            "Fused Spear.",
            "Top-" + protocol.topK + " Jac.",
            "Align. Spear.",
            "Hidden Spear."),
        lines,
        List.of(
            "* largest rise before the consensus of layers "
                + protocol.consensusFrom
                + " to "
                + protocol.consensusTo
                + ". The consensus comes from the same model and is not an independent validation."),
        marks,
        Set.of());
  }

  public Figure figure() {
    return figure(agreements(), consensusFrom, consensusTo, topK);
  }

  /**
   * The paper's figure in three panels: fused Spearman, Top-K Jaccard, and both cues; the chosen
   * layer dashed, the consensus layers shaded.
   */
  public static Figure figure(List<Agreement> rows, int consensusFrom, int consensusTo, int topK) {
    int chosen = choose(rows, consensusFrom);
    LinePlot.Band consensus = new LinePlot.Band(consensusFrom, consensusTo);
    return new Figure(
        List.of(
            panel(
                "(a) Fused utility",
                "Spearman",
                chosen,
                consensus,
                line("Fused", rows, Agreement::fused)),
            panel(
                "(b) Top-" + topK + " overlap",
                "Jaccard",
                chosen,
                consensus,
                line("Top-" + topK, rows, Agreement::topK)),
            panel(
                "(c) Cues",
                "Spearman",
                chosen,
                consensus,
                line("Alignment", rows, Agreement::alignment),
                line("Hidden state", rows, Agreement::similarity))));
  }

  private static LinePlot panel(
      String title, String yTitle, int chosen, LinePlot.Band consensus, LinePlot.Series... lines) {
    return new LinePlot(
        title,
        "Decoder layer (zero-based)",
        yTitle,
        List.of(lines),
        chosen,
        Optional.of(consensus),
        false,
        Optional.empty());
  }

  private static LinePlot.Series line(
      String name, List<Agreement> rows, Function<Agreement, Double> value) {
    return new LinePlot.Series(
        name,
        rows.stream().map(row -> (double) row.layer).toList(),
        rows.stream().map(value).toList());
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.3f", value);
  }
}
