package io.qcpruner.model.nn;

import io.qcpruner.model.kernel.Int4Kernels;
import io.qcpruner.model.kernel.Int4Kernels.Use;
import io.qcpruner.model.kernel.Int4Matrix;
import io.qcpruner.model.kernel.Int8Kernels;
import io.qcpruner.model.kernel.Int8Tile;
import java.util.Arrays;
import java.util.List;
import org.bytedeco.javacpp.ShortPointer;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * Weights rounded to 4 bits, 32 inputs of an output with a scale of their own: 4.5 bits a weight.
 * New tokens are multiplied by our own kernel, which rounds activations to 8 bits in groups of 32.
 * For a prompt the weights become 8-bit codes, part by part, and rows are rounded and multiplied as
 * {@link MappedInt8Linear} does it.
 */
final class Int4Linear implements RoundingLinear {
  private static final int PANEL = Int4Matrix.PANEL;

  /** 8-bit codes that are made at a time: they should stay in the cache until they are used. */
  private static final int PART_BYTES = 1 << 20;

  /** Panels that tiles of rows meet one after the other, while the cache holds them. */
  private static final int PANELS = 2;

  @SuppressWarnings({"unused", "FieldCanBeLocal"}) // keeps the memory of the matrix
  private final Int4Store store;

  private final Int4Matrix matrix;
  private final int first;
  private final int count;
  private final float[] bias; // null without

  /**
   * @param outputs of the matrix that are wanted
   * @param bias of these outputs, or null
   */
  Int4Linear(Int4Store store, Slice outputs, Tensor bias) {
    this.store = store;
    this.matrix = store.matrix();
    this.first = (int) outputs.from();
    this.count = (int) outputs.length();
    this.bias = bias == null ? null : Tensors.toFloats(bias);
  }

  @Override
  public int outputs() {
    return count;
  }

  @Override
  public void product(RoundedRows x, Tensor y, int at, int stride, Workspace workspace) {
    int part = Math.max(1, PART_BYTES / matrix.inputs() / PANEL) * PANEL;
    int end = first + count;
    for (int start = first / PANEL * PANEL; start < end; start += part) {
      int from = Math.max(first, start);
      int to = Math.min(end, start + part);
      Scopes.run(
          () -> {
            Bytes made = bytes(from, to, workspace);
            float[] own = bias == null ? null : Arrays.copyOfRange(bias, from - first, to - first);
            x.times(made.codes, made.scales, made.sums, own, y, at + from - first, stride);
          });
    }
  }

  /**
   * Some outputs in 8 bits.
   *
   * @param codes [in, outputs], valid until the workspace is used again
   */
  private record Bytes(Tensor codes, float[] scales, int[] sums) {}

  private Bytes bytes(int from, int to, Workspace workspace) {
    int start = from / PANEL * PANEL; // a part may begin and end inside a panel
    int width = (to - start + PANEL - 1) / PANEL * PANEL;
    int rows = matrix.groups() * Int4Matrix.GROUP;
    short[] pairs = new short[rows * width / 2];
    float[] scales = new float[width];
    int[] sums = new int[width];
    Int4Kernels kernels = Int4Kernels.serving(Use.PROMPTS);
    for (int o = 0; o < width; o += PANEL) {
      kernels.toBytes(matrix, (start + o) / PANEL, pairs, o / 2, width / 2, scales, sums, o);
    }
    Tensor room = workspace.scratch(rows * width / Float.BYTES).view(ScalarType.Char);
    new ShortPointer(room.data_ptr()).put(pairs, 0, pairs.length);
    Tensor codes =
        room.narrow(0, 0, (long) matrix.inputs() * width)
            .view(matrix.inputs(), width)
            .narrow(1, from - start, to - from);
    return new Bytes(
        codes,
        Arrays.copyOfRange(scales, from - start, to - start),
        Arrays.copyOfRange(sums, from - start, to - start));
  }

  @Override
  public void warmUp() {
    Int4Kernels.warmUp(Use.ONE_ROW);
  }

  @Override
  public void warmUpLater() {
    Int8Kernels.warmUp();
    Int4Kernels.warmUp(Use.PROMPTS);
    Int4Kernels.warmUp(Use.SEVERAL_ROWS);
  }

  @Override
  public Tensor forwardEach(Tensor x, Workspace workspace) {
    return FewRows.map(this, count, x, workspace);
  }

  @Override
  public void multiply(FewRows x, float[] y, int at, int stride, Workspace workspace) {
    List<Int8Tile> tiles = x.roundedInGroups();
    int firstPanel = first / PANEL;
    int endPanel = (first + count + PANEL - 1) / PANEL;
    int step = tiles.size() == 1 ? endPanel - firstPanel : PANELS;
    float[] made = new float[tiles.get(0).rows() * step * PANEL];
    for (int panel = firstPanel; panel < endPanel; panel += step) {
      int end = Math.min(endPanel, panel + step);
      int row = 0;
      for (Int8Tile tile : tiles) {
        Use use = tile.rows() == 1 ? Use.ONE_ROW : Use.SEVERAL_ROWS;
        Int4Kernels.serving(use).products(matrix, panel, end, tile, made);
        int rows = Math.min(tile.rows(), x.rows() - row);
        for (int r = 0; r < rows; r++) {
          copy(made, r * (end - panel) * PANEL, panel, end, y, at + (row + r) * stride);
        }
        row += rows;
      }
    }
  }

  /** The wanted outputs of some panels. */
  private void copy(float[] made, int at, int panel, int end, float[] y, int row) {
    int from = Math.max(first, panel * PANEL);
    int to = Math.min(first + count, end * PANEL);
    int before = at + from - panel * PANEL;
    for (int o = from; o < to; o++) {
      float value = made[before + o - from];
      y[row + o - first] = bias == null ? value : value + bias[o - first];
    }
  }
}
