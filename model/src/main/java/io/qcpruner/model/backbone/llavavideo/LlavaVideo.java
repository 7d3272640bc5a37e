package io.qcpruner.model.backbone.llavavideo;

import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.core.layout.Grouping;
import io.qcpruner.core.prune.PrunePlan;
import io.qcpruner.core.signal.VisionLayout;
import io.qcpruner.model.backbone.Backbone;
import io.qcpruner.model.backbone.BackboneSpec;
import io.qcpruner.model.backbone.VisionOutput;
import io.qcpruner.model.backbone.Visual;
import io.qcpruner.model.backbone.VisualRows;
import io.qcpruner.model.backbone.llava.FrameRows;
import io.qcpruner.model.backbone.llava.LlavaVision;
import io.qcpruner.model.decoder.Decoder;
import io.qcpruner.model.nn.Cancellation;
import io.qcpruner.model.nn.ModuleFactory;
import io.qcpruner.model.nn.Workspace;
import org.bytedeco.pytorch.Tensor;

/**
 * LLaVA-Video: frames through SigLIP, projected, pooled, separated by learned newlines. Zhang et
 * al., "Video Instruction Tuning With Synthetic Data", 2024.
 */
final class LlavaVideo implements Backbone {
  private final LlavaVideoSpec spec;
  private final LlavaVision vision;
  private final FrameRows frames;
  private final Decoder decoder;

  LlavaVideo(LlavaVideoSpec spec, ModuleFactory modules) throws WeightsException {
    this.spec = spec;
    this.vision = new LlavaVision(spec, modules, true);
    this.frames = new FrameRows(vision, spec.tokens());
    this.decoder = new Decoder(spec.config().decoder(), modules);
  }

  @Override
  public BackboneSpec spec() {
    return spec;
  }

  @Override
  public Decoder decoder() {
    return decoder;
  }

  @Override
  public VisionOutput encode(
      Visual visual, boolean tap, Workspace workspace, Cancellation cancellation) {
    if (!(visual instanceof Clip clip)) {
      throw new IllegalArgumentException("LLaVA-Video takes clips, not " + visual);
    }
    int count = clip.pixels().shape()[0];
    int grid = vision.tower().config().grid();
    boolean classRow = vision.tower().hasClassRow();
    VisionLayout layout =
        new VisionLayout(
            count, count, grid, grid, classRow, 0, 0, false, VisionLayout.Picture.UNKNOWN);
    return vision.encode(visual, layout, tap, workspace, cancellation);
  }

  @Override
  public Tensor projected(VisionOutput output, Workspace workspace) {
    return vision.project(output, workspace).flatten(0, 1);
  }

  @Override
  public Tensor onSequenceGrid(Tensor perPatch, VisionOutput output) {
    return frames.pooled(perPatch, output);
  }

  @Override
  public VisualRows rows(VisionOutput output, Workspace workspace) {
    return frames.of(output, workspace);
  }

  @Override
  public VisualRows rows(VisionOutput output, PrunePlan plan, Workspace workspace) {
    if (plan.unchanged()) {
      return rows(output, workspace);
    }
    return vision.planned(output, plan, frames.patches(output), Grouping.FRAMES, workspace);
  }
}
