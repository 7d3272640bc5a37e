package io.qcpruner.eval.cost;

import io.qcpruner.core.method.SparseVlm;
import io.qcpruner.core.prune.PruningRefusedException;
import java.util.List;
import java.util.Optional;

/**
 * A backbone with its usual sequence, for cost tables.
 *
 * @param patches visual rows that pruning may drop
 * @param structural newline and delimiter rows that always stay
 * @param text text rows
 * @param layer zero-based layer after which QCPruner prunes
 * @param budgets patch counts of the paper
 */
public record CostSetting(
    String name,
    String title,
    PrefillFlops decoder,
    int patches,
    int structural,
    int text,
    int layer,
    List<Integer> budgets) {

  /** What LLaVA-NeXT's budgets are meant for, whatever the picture. */
  private static final int NEXT_PATCHES = 2880;

  private static final PrefillFlops LLAMA_7B = new PrefillFlops(4096, 11008, 32, 32, 32, 128);
  private static final PrefillFlops QWEN_7B = new PrefillFlops(3584, 18944, 28, 28, 4, 128);

  /** The settings of the specification. */
  public static final List<CostSetting> KNOWN =
      List.of(
          new CostSetting(
              "llava-1.5", "LLaVA-1.5-7B", LLAMA_7B, 576, 0, 62, 7, List.of(128, 64, 32)),
          // 2250 visual rows on average over POPE, about 38 of them newlines
          new CostSetting(
              "llava-next-pope",
              "LLaVA-NeXT-7B, POPE mean",
              LLAMA_7B,
              2212,
              38,
              62,
              7,
              List.of(640, 320, 160)),
          new CostSetting(
              "llava-next",
              "LLaVA-NeXT-7B, square image",
              LLAMA_7B,
              2880,
              48,
              62,
              7,
              List.of(640, 320, 160)),
          new CostSetting(
              "llava-video",
              "LLaVA-Video-7B",
              QWEN_7B,
              10816,
              832,
              60,
              7,
              List.of(4096, 2048, 1024)),
          new CostSetting(
              "qwen2.5-vl", "Qwen2.5-VL-7B", QWEN_7B, 1296, 2, 50, 7, List.of(512, 256, 128)));

  public CostSetting {
    budgets = List.copyOf(budgets);
    if (patches < 1 || structural < 0 || text < 0) {
      throw new IllegalArgumentException(
          "there must be at least one patch and no negative number of rows: "
              + patches
              + "+"
              + structural
              + "+"
              + text);
    }
    if (layer < 0 || layer >= decoder.layers()) {
      throw new IllegalArgumentException(
          "layer must be 0 to " + (decoder.layers() - 1) + ", not " + layer);
    }
  }

  public static Optional<CostSetting> named(String name) {
    return KNOWN.stream().filter(setting -> setting.name.equals(name)).findFirst();
  }

  /** n. */
  public int rows() {
    return patches + structural + text;
  }

  public double unpruned() {
    return decoder.unpruned(rows());
  }

  /** As described in the paper: layers 0 to l at full length, structural rows stay. */
  public double exact(int budget) {
    return decoder.split(layer + 1, rows(), kept(budget) + structural + text);
  }

  /** As printed in the paper: one full-length layer fewer, structural rows not counted. */
  public double paper(int budget) {
    return decoder.split(layer, rows(), kept(budget) + text);
  }

  /** Pruning before the decoder, structural rows not counted. */
  public double early(int budget) {
    return decoder.unpruned(kept(budget) + text);
  }

  /** Pruning after the first layer, as FastV and DART do, in the paper's convention. */
  public double afterFirst(int budget) {
    return decoder.split(1, rows(), kept(budget) + text);
  }

  /**
   * SparseVLM's three cuts in the paper's convention; the budget is an average over layers.
   *
   * @return empty for a budget that no schedule meets
   */
  public Optional<Double> sparseVlm(int budget) {
    int layers = decoder.layers();
    int nominal = Math.max(patches, name.startsWith("llava-next") ? NEXT_PATCHES : 0);
    try {
      int[] rows = SparseVlm.candidatesPerLayer(kept(budget), nominal, patches, layers);
      for (int l = 0; l < layers; l++) {
        rows[l] += structural + text;
      }
      return Optional.of(decoder.paper(rows, structural));
    } catch (PruningRefusedException e) {
      return Optional.empty();
    }
  }

  private int kept(int budget) {
    if (budget < 1) {
      throw new IllegalArgumentException("budget must be at least 1 token, not " + budget);
    }
    return Math.min(budget, patches);
  }
}
