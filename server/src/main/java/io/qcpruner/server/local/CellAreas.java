package io.qcpruner.server.local;

import io.qcpruner.media.internal.draw.Area;
import io.qcpruner.model.EncodedVisual;
import io.qcpruner.model.backbone.PatchGeometry;
import java.util.List;

/** The visible parts of a group's columns and rows. */
final class CellAreas {
  private final EncodedVisual visual;
  private final int group;
  private final int rows;
  private final int cols;

  CellAreas(EncodedVisual visual, int group, int rows, int cols) {
    this.visual = visual;
    this.group = group;
    this.rows = rows;
    this.cols = cols;
  }

  GridFit.Part column(int col) {
    for (int row = 0; row < rows; row++) {
      Area area = area(row, col);
      if (area.width() > 0) {
        return new GridFit.Part(area.x(), area.width());
      }
    }
    return new GridFit.Part(0, 0);
  }

  GridFit.Part row(int row) {
    for (int col = 0; col < cols; col++) {
      Area area = area(row, col);
      if (area.height() > 0) {
        return new GridFit.Part(area.y(), area.height());
      }
    }
    return new GridFit.Part(0, 0);
  }

  private Area area(int row, int col) {
    return visual.areas(List.of(new PatchGeometry.Cell(group, row, col))).get(0);
  }
}
