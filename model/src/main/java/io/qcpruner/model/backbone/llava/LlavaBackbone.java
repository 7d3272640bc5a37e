package io.qcpruner.model.backbone.llava;

import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.core.prune.PrunePlan;
import io.qcpruner.core.signal.VisionLayout;
import io.qcpruner.model.backbone.Backbone;
import io.qcpruner.model.backbone.BackboneSpec;
import io.qcpruner.model.backbone.VisionOutput;
import io.qcpruner.model.backbone.Visual;
import io.qcpruner.model.backbone.VisualRows;
import io.qcpruner.model.decoder.Decoder;
import io.qcpruner.model.nn.Cancellation;
import io.qcpruner.model.nn.ModuleFactory;
import io.qcpruner.model.nn.Workspace;
import io.qcpruner.model.vision.TowerWork;
import org.bytedeco.pytorch.Tensor;

/** A model of a LLaVA family; families differ in how their views are laid out and made rows. */
public abstract class LlavaBackbone implements Backbone {
  protected final LlavaVision vision;
  private final LlavaSpec spec;
  private final Decoder decoder;

  /**
   * @param withNewline whether the family has a learned newline
   */
  protected LlavaBackbone(LlavaSpec spec, ModuleFactory modules, boolean withNewline)
      throws WeightsException {
    this.spec = spec;
    this.vision = new LlavaVision(spec, modules, withNewline);
    this.decoder = new Decoder(spec.config().decoder(), modules);
  }

  /** Views and grid of a picture or clip; others are refused. */
  protected abstract VisionLayout layout(Visual visual);

  /**
   * Rows of a plan on the tower's output.
   *
   * @param projectFirst whether the plan's sums are of projected rows
   */
  protected abstract VisualRows planned(
      VisionOutput output, PrunePlan plan, boolean projectFirst, Workspace workspace);

  @Override
  public final VisualRows rows(VisionOutput output, PrunePlan plan, Workspace workspace) {
    return planned(output, plan, false, workspace);
  }

  @Override
  public final VisualRows projectedRows(VisionOutput output, PrunePlan plan, Workspace workspace) {
    return planned(output, plan, true, workspace);
  }

  @Override
  public final BackboneSpec spec() {
    return spec;
  }

  @Override
  public final Decoder decoder() {
    return decoder;
  }

  @Override
  public final VisionOutput encode(
      Visual visual, TowerWork work, Workspace workspace, Cancellation cancellation) {
    return vision.encode(visual, layout(visual), work, workspace, cancellation);
  }

  @Override
  public final Tensor projected(VisionOutput output, Workspace workspace) {
    return vision.project(output, workspace).flatten(0, 1);
  }

  /** Frames of a clip, each a square view. */
  protected final VisionLayout frames(int count) {
    int grid = vision.tower().config().grid();
    return new VisionLayout(
        count,
        count,
        grid,
        grid,
        vision.tower().hasClassRow(),
        0,
        0,
        false,
        VisionLayout.Picture.UNKNOWN);
  }
}
