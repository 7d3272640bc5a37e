package io.qcpruner.model.vision;

import io.qcpruner.model.nn.Activation;
import io.qcpruner.model.nn.AttentionMask;
import io.qcpruner.model.nn.LayerNorm;
import io.qcpruner.model.nn.Parts;
import io.qcpruner.model.nn.Scopes;
import io.qcpruner.model.nn.Tensors;
import io.qcpruner.model.nn.Workspace;
import io.qcpruner.model.weights.WeightsException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/**
 * The text half of CLIP with its projection: token ids to rows of the joint image-text space.
 * Radford et al., "Learning Transferable Visual Models From Natural Language Supervision", 2021.
 * CDPruner needs it; LLaVA checkpoints don't carry it, so it comes from a CLIP folder.
 */
public final class ClipTextTower {

  /** Sizes of the tower, from the {@code text_config} of a CLIP checkpoint. */
  public record Shape(
      int width,
      int intermediate,
      int layers,
      int heads,
      int vocabulary,
      int context,
      int projection,
      double eps) {}

  private final Shape shape;
  private final Tensor tokens;
  private final Tensor positions;
  private final List<VitLayer> layers = new ArrayList<>();
  private final LayerNorm finalNorm;
  private final Tensor projection;

  /**
   * Takes the tensors by their names in the file: {@code text_model.*}, {@code text_projection.*}.
   */
  public ClipTextTower(Shape shape, Parts parts) throws WeightsException {
    this.shape = shape;
    int d = shape.width();
    this.tokens =
        parts.tensor("text_model.embeddings.token_embedding.weight", shape.vocabulary(), d);
    this.positions =
        parts.tensor("text_model.embeddings.position_embedding.weight", shape.context(), d);
    VitLayer.Shape layer =
        new VitLayer.Shape(
            d, shape.intermediate(), shape.heads(), shape.eps(), Activation.QUICK_GELU);
    for (int i = 0; i < shape.layers(); i++) {
      layers.add(new VitLayer(layer, parts, "text_model.encoder.layers." + i + "."));
    }
    this.finalNorm = parts.layerNorm("text_model.final_layer_norm", d, shape.eps());
    this.projection = parts.tensor("text_projection.weight", shape.projection(), d);
  }

  /**
   * Texts longer than the context are cut into rows of the context's length, the last one padded
   * with zeros, as the published CDPruner code does. Each row is pooled at its largest id (the end
   * mark is the largest of all), first occurrence.
   *
   * @param ids with begin and end marks, not truncated
   * @return [rows, projection]
   */
  public Tensor encode(int[] ids, Workspace workspace) {
    int rows = Math.max(1, (ids.length + shape.context() - 1) / shape.context());
    int[] padded = Arrays.copyOf(ids, rows * shape.context());
    return Scopes.keep(
        () -> {
          Tensor index =
              Tensors.ofIndices(padded, workspace.placement()).view(rows, shape.context());
          Tensor x = torch.embedding(tokens, index).add(positions);
          for (VitLayer layer : layers) {
            x = layer.forward(x, mask(ids.length, rows, workspace), null, workspace);
          }
          Tensor pooled = finalNorm.forward(x).flatten(0, 1);
          Tensor at = Tensors.ofIndices(poolRows(padded, rows), workspace.placement());
          return pooled.index_select(0, at).matmul(projection.t());
        });
  }

  /** Causal, and padding is seen by nobody but itself. */
  private AttentionMask mask(int used, int rows, Workspace workspace) {
    int n = shape.context();
    float[] visible = new float[rows * n * n];
    for (int r = 0; r < rows; r++) {
      for (int i = 0; i < n; i++) {
        for (int j = 0; j <= i; j++) {
          boolean real = r * n + j < used;
          visible[(r * n + i) * n + j] = real || i == j ? 1 : 0;
        }
      }
    }
    Tensor mask = Tensors.ofFloats(visible, workspace.placement(), rows, 1, n, n);
    return new AttentionMask.Custom(mask.gt(new Scalar(0.5)));
  }

  private int[] poolRows(int[] padded, int rows) {
    int n = shape.context();
    int[] out = new int[rows];
    for (int r = 0; r < rows; r++) {
      int best = r * n;
      for (int i = r * n; i < (r + 1) * n; i++) {
        if (padded[i] > padded[best]) {
          best = i;
        }
      }
      out[r] = best;
    }
    return out;
  }
}
