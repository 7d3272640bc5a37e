package io.qcpruner.model.vision;

import org.bytedeco.pytorch.Tensor;

/** Cuts square views into square patches. */
public final class PatchCut {
  private PatchCut() {}

  /**
   * [V, 3, S, S] to [V, P, 3 · p · p], row-major over the grid; what is left at the edges is cut.
   *
   * @param grid patches along a side
   * @param patch side of a patch in pixels
   */
  public static Tensor of(Tensor pixels, long grid, long patch) {
    return pixels
        .narrow(2, 0, grid * patch)
        .narrow(3, 0, grid * patch)
        .unflatten(3, grid, patch)
        .unflatten(2, grid, patch) // [V, 3, row, p, column, p]
        .permute(0, 2, 4, 1, 3, 5)
        .reshape(pixels.size(0), grid * grid, 3 * patch * patch);
  }
}
