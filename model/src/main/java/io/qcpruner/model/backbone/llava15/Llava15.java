package io.qcpruner.model.backbone.llava15;

import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.core.layout.Grouping;
import io.qcpruner.core.layout.TokenKind;
import io.qcpruner.core.prune.PrunePlan;
import io.qcpruner.core.signal.VisionLayout;
import io.qcpruner.model.backbone.VisionOutput;
import io.qcpruner.model.backbone.Visual;
import io.qcpruner.model.backbone.VisualRows;
import io.qcpruner.model.backbone.llava.LlavaBackbone;
import io.qcpruner.model.nn.ModuleFactory;
import io.qcpruner.model.nn.Workspace;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bytedeco.pytorch.Tensor;

/**
 * LLaVA-1.5: one square view through CLIP, every patch one row. Liu et al., "Improved Baselines
 * with Visual Instruction Tuning", 2024.
 */
final class Llava15 extends LlavaBackbone {
  Llava15(Llava15Spec spec, ModuleFactory modules) throws WeightsException {
    super(spec, modules, false);
  }

  @Override
  protected VisionLayout layout(Visual visual) {
    if (!(visual instanceof Still still)) {
      throw new IllegalArgumentException("LLaVA-1.5 takes still pictures, not " + visual);
    }
    int grid = vision.tower().config().grid();
    return VisionLayout.single(grid, grid, vision.tower().hasClassRow())
        .withPicture(still.picture());
  }

  @Override
  public VisualRows rows(VisionOutput output, Workspace workspace) {
    Tensor rows = vision.project(output, workspace).squeeze(0);
    VisionLayout layout = output.layout();
    List<VisualRows.Cell> cells = new ArrayList<>();
    for (int p = 0; p < layout.patches(); p++) {
      cells.add(
          new VisualRows.Cell(
              TokenKind.PATCH, 0, p / layout.gridCols(), p % layout.gridCols(), -1));
    }
    return new VisualRows(rows, cells, cells.size(), Grouping.SINGLE, Optional.empty());
  }

  @Override
  protected VisualRows planned(
      VisionOutput output, PrunePlan plan, boolean projectFirst, Workspace workspace) {
    return plan.unchanged()
        ? rows(output, workspace)
        : vision.planned(
            output, plan, projectFirst, output.layout().patches(), Grouping.SINGLE, workspace);
  }
}
