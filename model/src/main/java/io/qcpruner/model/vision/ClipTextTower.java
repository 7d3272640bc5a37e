package io.qcpruner.model.vision;

import io.qcpruner.checkpoint.config.ClipTextConfig;
import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.model.nn.Activation;
import io.qcpruner.model.nn.AttentionMask;
import io.qcpruner.model.nn.LayerNorm;
import io.qcpruner.model.nn.ModuleFactory;
import io.qcpruner.model.nn.Scopes;
import io.qcpruner.model.nn.Tensors;
import io.qcpruner.model.nn.Workspace;
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

  private final ClipTextConfig config;
  private final Tensor tokens;
  private final Tensor positions;
  private final List<VitLayer> layers;
  private final LayerNorm finalNorm;
  private final Tensor projection;

  /**
   * Takes the tensors by their names in the file: {@code text_model.*}, {@code text_projection.*}.
   */
  public ClipTextTower(ClipTextConfig config, ModuleFactory modules) throws WeightsException {
    this.config = config;
    int d = config.hiddenSize();
    this.tokens =
        modules.tensor("text_model.embeddings.token_embedding.weight", config.vocabSize(), d);
    this.positions =
        modules.tensor(
            "text_model.embeddings.position_embedding.weight", config.contextLength(), d);
    VitLayer.Shape layer =
        new VitLayer.Shape(
            d,
            config.intermediateSize(),
            config.heads(),
            config.layerNormEps(),
            Activation.QUICK_GELU);
    this.layers =
        modules.layers(
            config.layers(),
            i -> new VitLayer(layer, modules, "text_model.encoder.layers." + i + "."));
    this.finalNorm = modules.layerNorm("text_model.final_layer_norm", d, config.layerNormEps());
    this.projection = modules.tensor("text_projection.weight", config.projectionDim(), d);
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
    int n = config.contextLength();
    List<int[]> rows = new ArrayList<>();
    for (int from = 0; from == 0 || from < ids.length; from += n) {
      rows.add(Arrays.copyOfRange(ids, from, Math.min(ids.length, from + n)));
    }
    return encodeRows(rows, n, workspace);
  }

  /**
   * One row for each text that fits into the context.
   *
   * @param texts ids with begin and end marks
   * @return [texts, projection]
   */
  public Tensor encodeAll(List<int[]> texts, Workspace workspace) {
    int longest = texts.stream().mapToInt(t -> t.length).max().orElse(0);
    if (longest == 0 || longest > config.contextLength()) {
      throw new IllegalArgumentException(
          "texts must have 1 to %d tokens, not %d".formatted(config.contextLength(), longest));
    }
    return encodeRows(texts, longest, workspace);
  }

  /** Padding changes nothing: later rows are not seen, and zero is the smallest id. */
  private Tensor encodeRows(List<int[]> texts, int length, Workspace workspace) {
    int[] padded = new int[texts.size() * length];
    for (int r = 0; r < texts.size(); r++) {
      System.arraycopy(texts.get(r), 0, padded, r * length, texts.get(r).length);
    }
    return Scopes.keep(
        () -> {
          Tensor index =
              Tensors.ofIndices(padded, workspace.placement()).view(texts.size(), length);
          Tensor x = torch.embedding(tokens, index).add(positions.narrow(0, 0, length));
          AttentionMask mask = mask(texts, length, workspace);
          for (VitLayer layer : layers) {
            x = layer.forward(x, mask, workspace);
          }
          Tensor pooled = finalNorm.forward(x).flatten(0, 1);
          Tensor at = Tensors.ofIndices(poolRows(padded, length), workspace.placement());
          return pooled.index_select(0, at).matmul(projection.t());
        });
  }

  /** Causal, and padding is seen by nobody but itself. */
  private static AttentionMask mask(List<int[]> texts, int n, Workspace workspace) {
    float[] visible = new float[texts.size() * n * n];
    for (int r = 0; r < texts.size(); r++) {
      for (int i = 0; i < n; i++) {
        for (int j = 0; j <= i; j++) {
          boolean real = j < texts.get(r).length;
          visible[(r * n + i) * n + j] = real || i == j ? 1 : 0;
        }
      }
    }
    Tensor mask = Tensors.ofFloats(visible, workspace.placement(), texts.size(), 1, n, n);
    return new AttentionMask.Custom(mask.gt(new Scalar(0.5)));
  }

  /** For each row, the first position of its largest id. */
  private static int[] poolRows(int[] padded, int n) {
    int[] out = new int[padded.length / n];
    for (int r = 0; r < out.length; r++) {
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
