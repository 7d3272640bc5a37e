package io.qcpruner.model.backbone.llava;

import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.core.signal.VisionLayout;
import io.qcpruner.model.backbone.Backbone;
import io.qcpruner.model.backbone.BackboneSpec;
import io.qcpruner.model.backbone.VisionOutput;
import io.qcpruner.model.backbone.Visual;
import io.qcpruner.model.decoder.Decoder;
import io.qcpruner.model.nn.Cancellation;
import io.qcpruner.model.nn.ModuleFactory;
import io.qcpruner.model.nn.Workspace;
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
      Visual visual, boolean tap, Workspace workspace, Cancellation cancellation) {
    return vision.encode(visual, layout(visual), tap, workspace, cancellation);
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
