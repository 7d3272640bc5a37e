package io.qcpruner.model.backbone.llavavideo;

import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.core.layout.Grouping;
import io.qcpruner.core.prune.PrunePlan;
import io.qcpruner.core.signal.VisionLayout;
import io.qcpruner.model.backbone.VisionOutput;
import io.qcpruner.model.backbone.Visual;
import io.qcpruner.model.backbone.VisualRows;
import io.qcpruner.model.backbone.llava.FrameRows;
import io.qcpruner.model.backbone.llava.LlavaBackbone;
import io.qcpruner.model.nn.ModuleFactory;
import io.qcpruner.model.nn.Workspace;
import org.bytedeco.pytorch.Tensor;

/**
 * LLaVA-Video: frames through SigLIP, projected, pooled, separated by learned newlines. Zhang et
 * al., "Video Instruction Tuning With Synthetic Data", 2024.
 */
final class LlavaVideo extends LlavaBackbone {
  private final FrameRows frames;

  LlavaVideo(LlavaVideoSpec spec, ModuleFactory modules) throws WeightsException {
    super(spec, modules, true);
    this.frames = new FrameRows(vision, spec.tokens());
  }

  @Override
  protected VisionLayout layout(Visual visual) {
    if (!(visual instanceof Clip clip)) {
      throw new IllegalArgumentException("LLaVA-Video takes clips, not " + visual);
    }
    return frames(clip.pixels().shape()[0]);
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
  protected VisualRows planned(
      VisionOutput output, PrunePlan plan, boolean projectFirst, Workspace workspace) {
    if (plan.unchanged()) {
      return rows(output, workspace);
    }
    return vision.planned(
        output, plan, projectFirst, frames.patches(output), Grouping.FRAMES, workspace);
  }
}
