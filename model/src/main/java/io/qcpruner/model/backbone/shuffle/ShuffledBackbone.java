package io.qcpruner.model.backbone.shuffle;

import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.core.layout.Grouping;
import io.qcpruner.core.signal.VisionLayout;
import io.qcpruner.media.internal.prep.Pixels;
import io.qcpruner.model.backbone.MergedBackbone;
import io.qcpruner.model.backbone.VisionOutput;
import io.qcpruner.model.backbone.Visual;
import io.qcpruner.model.nn.Cancellation;
import io.qcpruner.model.nn.ModuleFactory;
import io.qcpruner.model.nn.Scopes;
import io.qcpruner.model.nn.Tensors;
import io.qcpruner.model.nn.Workspace;
import io.qcpruner.model.vision.TowerTap;
import io.qcpruner.model.vision.TowerWork;
import java.util.stream.IntStream;
import org.bytedeco.pytorch.Tensor;

/** A model whose tower sees square views, and whose decoder sees blocks of their patches. */
public final class ShuffledBackbone extends MergedBackbone {
  private final ShuffledSpec spec;
  private final ViewTower tower;

  public ShuffledBackbone(ShuffledSpec spec, ViewTower tower, ModuleFactory modules)
      throws WeightsException {
    super(spec, modules);
    this.spec = spec;
    this.tower = tower;
  }

  @Override
  public VisionOutput encode(
      Visual visual, TowerWork work, Workspace workspace, Cancellation cancellation) {
    if (!(visual instanceof SquareViews in)) {
      throw new IllegalArgumentException(
          spec.family().label() + " takes square views, not " + visual);
    }
    PixelShuffle shuffle = spec.shuffle();
    Pixels pixels = in.pixels();
    int s = pixels.shape()[2];
    TowerTap taken = newTap(work);
    Tensor rows =
        Scopes.keep(
            () -> {
              Tensor views = Tensors.ofFloats(pixels.data(), placement(), in.views(), 3, s, s);
              return tower.forward(views, taken, workspace, cancellation);
            });
    Tensor blocks = rows.view(-1, shuffle.perBlock(), rows.size(2));
    Tensor joined = Scopes.keep(() -> tower.join(blocks, workspace));
    VisionLayout layout =
        new VisionLayout(
            in.views(),
            in.isClip() || in.views() == 1 ? in.views() : spec.nominalViews(),
            shuffle.side(),
            shuffle.side(),
            false,
            0,
            0,
            false,
            in.picture());
    int[] inOrder = IntStream.range(0, shuffle.blocks()).toArray();
    return output(visual, layout, new Blocks(blocks, joined, inOrder), taken);
  }

  @Override
  protected Grouping grouping(VisionOutput output) {
    if (output.visual().isClip()) {
      return Grouping.FRAMES;
    }
    return output.layout().views() > 1 ? Grouping.VIEWS : Grouping.SINGLE;
  }

  @Override
  protected int places(VisionOutput output) {
    return spec.hasPlaceForEachView(output.visual()) ? output.layout().views() : 1;
  }
}
