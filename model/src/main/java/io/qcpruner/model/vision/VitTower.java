package io.qcpruner.model.vision;

import io.qcpruner.checkpoint.config.VitConfig;
import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.core.prune.PruningRefusedException;
import io.qcpruner.core.prune.TowerMerging;
import io.qcpruner.model.nn.Cancellation;
import io.qcpruner.model.nn.LayerNorm;
import io.qcpruner.model.nn.Linear;
import io.qcpruner.model.nn.ModuleFactory;
import io.qcpruner.model.nn.Placement;
import io.qcpruner.model.nn.Scopes;
import io.qcpruner.model.nn.Tensors;
import io.qcpruner.model.nn.Workspace;
import java.util.Optional;
import org.bytedeco.pytorch.Tensor;

/**
 * The CLIP and SigLIP towers up to the feature layer. Radford et al., "Learning Transferable Visual
 * Models From Natural Language Supervision", 2021; Zhai et al., "Sigmoid Loss for Language Image
 * Pre-Training", 2023.
 */
public final class VitTower {
  private final VitConfig config;
  private final Placement placement;
  private final Linear patchEmbedding;
  private final Tensor classEmbedding; // null for SigLIP
  private final Tensor positions;
  private final LayerNorm preNorm; // null for SigLIP
  private final VitLayers layers;
  private final Optional<VitQueryKey> nextLayer;
  private final Optional<Tensor> order; // of the patches of a view, if it is not the raster's

  public VitTower(VitConfig config, ModuleFactory modules) throws WeightsException {
    this(config, modules, new int[0]);
  }

  /**
   * A tower whose patches go through the layers in another order.
   *
   * @param order raster places of the patches of a view; empty for the raster's own order
   */
  public VitTower(VitConfig config, ModuleFactory modules, int[] order) throws WeightsException {
    this.config = config;
    this.order =
        order.length == 0
            ? Optional.empty()
            : Optional.of(Tensors.ofIndices(order, modules.placement()));
    this.placement = modules.placement();
    int d = config.hiddenSize();
    int p = config.patchSize();
    boolean clip = config.kind() == VitConfig.Kind.CLIP;
    int rows = config.grid() * config.grid() + (clip ? 1 : 0);
    String embeddings = "vision.embeddings.";
    Tensor kernel = modules.tensor(embeddings + "patch_embedding.weight", d, 3, p, p);
    Tensor bias = clip ? null : modules.tensor(embeddings + "patch_embedding.bias", d);
    this.patchEmbedding = modules.exactLinear(kernel.reshape(d, -1), bias);
    this.classEmbedding = clip ? modules.tensor(embeddings + "class_embedding", d) : null;
    Tensor table = modules.tensor(embeddings + "position_embedding.weight", rows, d);
    this.positions = this.order.map(o -> table.index_select(0, o)).orElse(table);
    this.preNorm = clip ? modules.layerNorm("vision.pre_layrnorm", d, config.layerNormEps()) : null;
    this.layers =
        new VitLayers(
            modules.layers(
                config.layersToRun(),
                i -> new VitLayer(config, modules, "vision.encoder.layers." + i + ".")));
    this.nextLayer = VitQueryKey.of(config, modules);
  }

  public VitConfig config() {
    return config;
  }

  /** Rows of one view: the patches, and one class row in front for CLIP. */
  public int rowsPerView() {
    return config.grid() * config.grid() + (hasClassRow() ? 1 : 0);
  }

  public boolean hasClassRow() {
    return classEmbedding != null;
  }

  /**
   * What the tower makes of some views.
   *
   * @param rows [V, R, d], the residual stream leaving the feature layer, class row included; where
   *     rows were merged, each reads the row it was merged into
   * @param groups which rows were merged, if any could be
   */
  public record Output(Tensor rows, Optional<TowerGroups> groups) {}

  /**
   * @param pixels [V, 3, S, S], normalised
   * @return [V, R, d], the residual stream leaving the feature layer, class row included
   */
  public Tensor forward(Tensor pixels, Workspace workspace) {
    return forward(pixels, null, workspace, Cancellation.NONE);
  }

  /**
   * The same, recording.
   *
   * @param tap for queries and keys of layers; may be null
   * @param cancellation asked before each layer
   */
  public Tensor forward(
      Tensor pixels, TowerTap tap, Workspace workspace, Cancellation cancellation) {
    return forward(pixels, tap, Optional.empty(), workspace, cancellation).rows();
  }

  /** Like above, and merges rows on the way if asked to. */
  public Output forward(
      Tensor pixels,
      TowerTap tap,
      Optional<TowerMerging> merging,
      Workspace workspace,
      Cancellation cancellation) {
    Tensor embedded = Scopes.keep(() -> embed(pixels, workspace));
    if (merging.isEmpty()) {
      Tensor x = layers.forward(embedded, tap, workspace, cancellation);
      record(x, tap, workspace);
      return new Output(x, Optional.empty());
    }
    int views = (int) embedded.size(0);
    MergedRows merged = new MergedRows(merging.get(), views, rowsPerView(), placement);
    Tensor x = layers.merging(embedded, merged, tap, workspace, cancellation);
    record(x, tap, workspace);
    return new Output(merged.spread(x), Optional.of(merged.groups()));
  }

  /** Queries and keys of the layer after the feature layer, where they are asked for. */
  private void record(Tensor x, TowerTap tap, Workspace workspace) {
    if (tap != null && tap.wants(layers.count())) {
      nextLayer
          .orElseThrow(
              () ->
                  new PruningRefusedException(
                      "not run: the checkpoint has no tower layer " + layers.count()))
          .record(layers.count(), x, tap, workspace);
    }
  }

  /** The patch rows of a tower output: [V, P, d]. */
  public Tensor patches(Tensor rows) {
    return hasClassRow() ? rows.narrow(1, 1, rows.size(1) - 1) : rows;
  }

  private Tensor embed(Tensor pixels, Workspace workspace) {
    int s = config.imageSize();
    if (pixels.dim() != 4 || pixels.size(1) != 3 || pixels.size(2) != s || pixels.size(3) != s) {
      throw new IllegalArgumentException(
          "pixels must be [V, 3, %d, %d], not %s"
              .formatted(s, s, java.util.Arrays.toString(Tensors.shape(pixels))));
    }
    Tensor raster = PatchCut.of(pixels, config.grid(), config.patchSize());
    Tensor ordered = order.map(o -> raster.index_select(1, o)).orElse(raster);
    Tensor patches = patchEmbedding.forward(ordered, workspace);
    if (!hasClassRow()) {
      return patches.add(positions);
    }
    Tensor cls = classEmbedding.expand(pixels.size(0), 1, config.hiddenSize());
    return preNorm.forward(Tensors.cat(1, cls, patches).add(positions));
  }
}
