package io.qcpruner.model.backbone.llava;

import io.qcpruner.checkpoint.config.VideoTokens;
import io.qcpruner.core.layout.Grouping;
import io.qcpruner.core.layout.TokenKind;
import io.qcpruner.model.backbone.VisionOutput;
import io.qcpruner.model.backbone.VisualRows;
import io.qcpruner.model.nn.Scopes;
import io.qcpruner.model.nn.Tensors;
import io.qcpruner.model.nn.Workspace;
import io.qcpruner.model.vision.FramePooling;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bytedeco.pytorch.Tensor;

/** Frames as decoder rows: projected, pooled, separated by learned newlines. */
public record FrameRows(LlavaVision vision, VideoTokens tokens) {

  /** All rows of a clip. */
  public VisualRows of(VisionOutput output, Workspace workspace) {
    int frames = output.layout().views();
    int side = FramePooling.side(tokens, output.layout().gridRows());
    int newlineRow = frames * side * side;
    List<VisualRows.Cell> cells = new ArrayList<>();
    List<Integer> sources = new ArrayList<>();
    for (int f = 0; f < frames; f++) {
      for (int r = 0; r < side; r++) {
        for (int c = 0; c < side; c++) {
          cells.add(new VisualRows.Cell(TokenKind.PATCH, f, r, c, -1));
          sources.add((f * side + r) * side + c);
        }
        if (endsWithNewline(f, r, frames, side)) {
          cells.add(new VisualRows.Cell(TokenKind.NEWLINE, f, r, -1, -1));
          sources.add(newlineRow);
        }
      }
    }
    int[] pick = sources.stream().mapToInt(Integer::intValue).toArray();
    Tensor rows = Scopes.keep(() -> gather(output, pick, workspace));
    return new VisualRows(rows, cells, cells.size(), Grouping.FRAMES, Optional.empty());
  }

  private boolean endsWithNewline(int frame, int row, int frames, int side) {
    boolean lastRow = row == side - 1;
    return switch (tokens.newlines()) {
      case GRID -> true;
      case FRAME -> lastRow;
      case ONE_TOKEN -> lastRow && frame == frames - 1;
      case NO_TOKEN -> false;
    };
  }

  private Tensor gather(VisionOutput output, int[] pick, Workspace workspace) {
    Tensor projected = vision.project(output, workspace);
    Tensor pooled = FramePooling.pool(tokens, projected, output.layout().gridRows());
    return Tensors.cat(0, pooled.flatten(0, 1), vision.newline())
        .index_select(0, Tensors.ofIndices(pick, vision.placement()));
  }

  /** Values per tower patch [F, P] on the pooled grid. */
  public Tensor pooled(Tensor perPatch, VisionOutput output) {
    return FramePooling.pool(tokens, perPatch.unsqueeze(2), output.layout().gridRows()).squeeze(2);
  }

  /** Patch rows of the clip without newlines. */
  public int patches(VisionOutput output) {
    int side = FramePooling.side(tokens, output.layout().gridRows());
    return output.layout().views() * side * side;
  }
}
