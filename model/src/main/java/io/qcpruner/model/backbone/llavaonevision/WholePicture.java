package io.qcpruner.model.backbone.llavaonevision;

import io.qcpruner.core.layout.Grouping;
import io.qcpruner.core.layout.TokenKind;
import io.qcpruner.core.prune.PrunePlan;
import io.qcpruner.core.signal.VisionLayout;
import io.qcpruner.model.backbone.VisionOutput;
import io.qcpruner.model.backbone.VisualRows;
import io.qcpruner.model.backbone.VisualRows.Cell;
import io.qcpruner.model.backbone.llava.LlavaVision;
import io.qcpruner.model.backbone.llava15.Still;
import io.qcpruner.model.nn.Scopes;
import io.qcpruner.model.nn.Tensors;
import io.qcpruner.model.nn.Workspace;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bytedeco.pytorch.Tensor;

/** A picture without tiles, one of several: the patches of one view, then one newline. */
final class WholePicture {
  private WholePicture() {}

  static VisionLayout layout(LlavaVision vision, Still still) {
    int grid = vision.tower().config().grid();
    boolean classRow = vision.tower().hasClassRow();
    return new VisionLayout(1, 1, grid, grid, classRow, 0, 0, true, still.picture());
  }

  static VisualRows rows(LlavaVision vision, VisionOutput output, Workspace workspace) {
    VisionLayout layout = output.layout();
    Tensor rows =
        Scopes.keep(
            () -> Tensors.cat(0, vision.project(output, workspace).squeeze(0), vision.newline()));
    List<Cell> cells = new ArrayList<>();
    for (int p = 0; p < layout.patches(); p++) {
      cells.add(new Cell(TokenKind.PATCH, 0, p / layout.gridCols(), p % layout.gridCols(), -1));
    }
    cells.add(new Cell(TokenKind.NEWLINE, 0, -1, -1, -1));
    return new VisualRows(rows, cells, cells.size(), Grouping.SINGLE, Optional.empty());
  }

  /**
   * @param projectFirst whether the plan's sums are of projected rows
   */
  static VisualRows planned(
      LlavaVision vision,
      VisionOutput output,
      PrunePlan plan,
      boolean projectFirst,
      Workspace workspace) {
    int unpruned = output.layout().patches() + 1;
    return vision.planned(output, plan, projectFirst, unpruned, Grouping.SINGLE, workspace);
  }
}
