package io.qcpruner.model.backbone.internvl;

import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.model.backbone.shuffle.PixelShuffle;
import io.qcpruner.model.backbone.shuffle.ViewTower;
import io.qcpruner.model.nn.Activation;
import io.qcpruner.model.nn.Cancellation;
import io.qcpruner.model.nn.LayerNorm;
import io.qcpruner.model.nn.Linear;
import io.qcpruner.model.nn.ModuleFactory;
import io.qcpruner.model.nn.Scopes;
import io.qcpruner.model.nn.Tensors;
import io.qcpruner.model.nn.Workspace;
import io.qcpruner.model.vision.PatchCut;
import io.qcpruner.model.vision.Projector;
import io.qcpruner.model.vision.TowerTap;
import io.qcpruner.model.vision.VitLayers;
import org.bytedeco.pytorch.Tensor;

/**
 * InternViT with a class row that is dropped after it, and a norm and two linear maps of each
 * block. Patches go through the layers block by block.
 */
final class InternVlTower implements ViewTower {
  /** Epsilon of the norm of blocks: the framework's default, not the tower's. */
  private static final double BLOCK_EPS = 1e-5;

  private final InternVisionConfig config;
  private final Linear patchEmbedding;
  private final Tensor classRow; // [1, 1, d] with its position
  private final Tensor positions; // [P, d] in block order
  private final Tensor order;
  private final VitLayers layers;
  private final LayerNorm blockNorm;
  private final Projector projector;

  InternVlTower(InternVisionConfig config, PixelShuffle shuffle, int width, ModuleFactory modules)
      throws WeightsException {
    this.config = config;
    int d = config.width();
    int p = config.patchSize();
    long patches = (long) config.grid() * config.grid();
    String embeddings = "vision.embeddings.";
    String projection = embeddings + "patch_embeddings.projection.";
    Tensor kernel = modules.tensor(projection + "weight", d, 3, p, p);
    this.patchEmbedding =
        modules.exactLinear(kernel.reshape(d, -1), modules.tensor(projection + "bias", d));
    this.order = Tensors.ofIndices(shuffle.order(), modules.placement());
    Tensor table = modules.tensor(embeddings + "position_embeddings", 1, 1 + patches, d);
    this.classRow = modules.tensor(embeddings + "cls_token", 1, 1, d).add(table.narrow(1, 0, 1));
    this.positions = table.squeeze(0).narrow(0, 1, patches).index_select(0, order);
    this.layers =
        VitLayers.scaled(
            new VitLayers.Sizes(
                d,
                config.intermediateSize(),
                config.heads(),
                config.depth(),
                config.eps(),
                Activation.of(config.activation())),
            config.inputBias(),
            modules,
            "vision.encoder.layer.");
    int block = d * shuffle.perBlock();
    this.blockNorm = modules.layerNorm("proj.layer_norm", block, BLOCK_EPS);
    this.projector = new Projector(block, width, modules);
  }

  @Override
  public Tensor forward(
      Tensor pixels, TowerTap tap, Workspace workspace, Cancellation cancellation) {
    Tensor embedded = Scopes.keep(() -> embed(pixels, workspace));
    Tensor rows = layers.forward(embedded, 1, tap, workspace, cancellation);
    return rows.narrow(1, 1, rows.size(1) - 1).contiguous();
  }

  private Tensor embed(Tensor pixels, Workspace workspace) {
    Tensor cut = PatchCut.of(pixels, config.grid(), config.patchSize()).index_select(1, order);
    Tensor patches = patchEmbedding.forward(cut, workspace).add(positions);
    Tensor first = classRow.expand(pixels.size(0), 1, config.width());
    return Tensors.cat(1, first, patches);
  }

  @Override
  public Tensor join(Tensor blocks, Workspace workspace) {
    return projector.forward(blockNorm.forward(blocks.flatten(1, 2)), workspace);
  }
}
