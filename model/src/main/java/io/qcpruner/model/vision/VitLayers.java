package io.qcpruner.model.vision;

import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.model.nn.Activation;
import io.qcpruner.model.nn.AttentionMask;
import io.qcpruner.model.nn.Cancellation;
import io.qcpruner.model.nn.ModuleFactory;
import io.qcpruner.model.nn.Scopes;
import io.qcpruner.model.nn.Workspace;
import java.util.List;
import org.bytedeco.pytorch.Tensor;

/** The layers of a tower that are run, one after another. */
public final class VitLayers {
  private final List<VitLayer> layers;

  VitLayers(List<VitLayer> layers) {
    this.layers = List.copyOf(layers);
  }

  /** Sizes of a tower's layers. */
  public record Sizes(
      int width, int intermediate, int heads, int depth, double eps, Activation activation) {}

  /**
   * The layers of InternViT, whose branches are scaled before they are added.
   *
   * @param inputBias whether queries, keys and values have a bias
   */
  public static VitLayers scaled(
      Sizes sizes, boolean inputBias, ModuleFactory modules, String prefix)
      throws WeightsException {
    VitLayer.Shape shape =
        new VitLayer.Shape(
            sizes.width(), sizes.intermediate(), sizes.heads(), sizes.eps(), sizes.activation());
    VitLayer.Names names = VitLayer.Names.scaled(inputBias);
    return new VitLayers(
        modules.layers(sizes.depth(), i -> new VitLayer(shape, names, modules, prefix + i + ".")));
  }

  /** How many there are. */
  public int count() {
    return layers.size();
  }

  /**
   * x [V, R, d] to the rows leaving the last layer.
   *
   * @param tap for queries and keys of layers; may be null
   * @param cancellation asked before each layer
   */
  public Tensor forward(Tensor x, TowerTap tap, Workspace workspace, Cancellation cancellation) {
    return forward(x, 0, tap, workspace, cancellation);
  }

  /**
   * The same for views that begin with rows which are not patches.
   *
   * @param skipped rows at the start of every view that the tap leaves out
   */
  public Tensor forward(
      Tensor x, int skipped, TowerTap tap, Workspace workspace, Cancellation cancellation) {
    Tensor rows = x;
    for (int i = 0; i < layers.size(); i++) {
      cancellation.check();
      VitLayer layer = layers.get(i);
      Tensor in = rows;
      TowerTap.Layer all = TowerTap.at(tap, i, i == layers.size() - 1);
      TowerTap.Layer here = all == null || skipped == 0 ? all : shifted(skipped, all);
      rows = Scopes.keep(() -> layer.forward(in, AttentionMask.NONE, here, workspace));
    }
    return rows;
  }

  /** Like above, with rows merged on the way: [V, R, d] to [V, R', d]. */
  Tensor merging(
      Tensor x, MergedRows merged, TowerTap tap, Workspace workspace, Cancellation cancellation) {
    Tensor rows = x;
    for (int i = 0; i < layers.size(); i++) {
      cancellation.check();
      int index = i;
      Tensor in = rows;
      TowerTap.Layer here = TowerTap.at(tap, i, i == layers.size() - 1);
      rows = Scopes.keep(() -> merged.forward(index, layers.get(index), in, here, workspace));
    }
    return rows;
  }

  private static TowerTap.Layer shifted(int skipped, TowerTap.Layer layer) {
    return (queries, keys) ->
        layer.record(
            queries.narrow(2, skipped, queries.size(2) - skipped).contiguous(),
            keys.narrow(2, skipped, keys.size(2) - skipped).contiguous());
  }
}
