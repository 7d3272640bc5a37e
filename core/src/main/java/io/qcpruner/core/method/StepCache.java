package io.qcpruner.core.method;

import io.qcpruner.core.layout.TokenLayout;
import io.qcpruner.core.linalg.Kernels;
import io.qcpruner.core.prune.CacheRule;
import java.util.Arrays;
import java.util.Optional;

/**
 * DyCoke's caches: when the new token looks elsewhere than the one before, later layers attend to
 * the cached patches it looks at most. Symbols: l = layer + 1, P = drop.
 *
 * @param layer whose attention is looked at
 * @param drop share of the patches that a step leaves out
 * @param reuse what a step does that looks where the last one looked
 */
record StepCache(int layer, double drop, Reuse reuse) implements CacheRule {

  /** Cosine of two steps' attention from which they look at the same. */
  private static final float SAME = 0.9f;

  /** What a step attends to if its attention is like the last one's. */
  enum Reuse {
    /** To everything: the published code forgets its choice at every step. */
    OFFICIAL,
    /** To what was chosen last. */
    PREVIOUS
  }

  @Override
  public Choice start(TokenLayout layout) {
    return new Steps(layout);
  }

  private final class Steps implements Choice {
    private final int rows;
    private final int[] patches;
    private float[] before;
    private Optional<int[]> chosen = Optional.empty();

    Steps(TokenLayout layout) {
      rows = layout.size();
      int[] all = layout.candidates();
      patches = Arrays.copyOf(all, Math.max(0, all.length - 1)); // the last one always stays
    }

    @Override
    public Optional<int[]> rows(float[] attention) {
      float[] now = Indices.gather(attention, patches);
      boolean same = before != null && cosine(now, before) >= SAME;
      before = now;
      if (!same) {
        chosen = Optional.of(kept(now));
      }
      return same && reuse == Reuse.OFFICIAL ? Optional.empty() : chosen;
    }

    private int[] kept(float[] attention) {
      int[] top = Kernels.topK(attention, (int) (patches.length * (1 - drop)));
      boolean[] out = Indices.mask(patches, rows);
      for (int i : top) {
        out[patches[i]] = false;
      }
      return Indices.complement(Indices.where(out), rows);
    }

    private static float cosine(float[] a, float[] b) {
      double norms =
          Math.max(Math.sqrt(ExactRows.dot(a, 0, a, 0, a.length)), Kernels.MIN_NORM)
              * Math.max(Math.sqrt(ExactRows.dot(b, 0, b, 0, b.length)), Kernels.MIN_NORM);
      return (float) (ExactRows.dot(a, 0, b, 0, a.length) / norms);
    }
  }
}
