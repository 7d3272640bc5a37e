package io.qcpruner.model.backbone.llavavideo;

import io.qcpruner.checkpoint.config.VideoTokens;
import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.core.layout.Grouping;
import io.qcpruner.core.layout.TokenKind;
import io.qcpruner.core.prune.PrunePlan;
import io.qcpruner.core.signal.VisionLayout;
import io.qcpruner.model.backbone.Backbone;
import io.qcpruner.model.backbone.BackboneSpec;
import io.qcpruner.model.backbone.VisionOutput;
import io.qcpruner.model.backbone.Visual;
import io.qcpruner.model.backbone.VisualRows;
import io.qcpruner.model.backbone.llava.LlavaVision;
import io.qcpruner.model.decoder.Decoder;
import io.qcpruner.model.nn.Cancellation;
import io.qcpruner.model.nn.Parts;
import io.qcpruner.model.nn.Scopes;
import io.qcpruner.model.nn.Tensors;
import io.qcpruner.model.nn.Workspace;
import io.qcpruner.model.vision.FramePooling;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bytedeco.pytorch.Tensor;

/**
 * LLaVA-Video: frames through SigLIP, projected, pooled, separated by learned newlines. Zhang et
 * al., "Video Instruction Tuning With Synthetic Data", 2024.
 */
final class LlavaVideo implements Backbone {
  private final LlavaVideoSpec spec;
  private final VideoTokens tokens;
  private final LlavaVision vision;
  private final Decoder decoder;

  LlavaVideo(LlavaVideoSpec spec, Parts parts) throws WeightsException {
    this.spec = spec;
    this.tokens = spec.tokens();
    this.vision = new LlavaVision(spec, parts, true);
    this.decoder = new Decoder(spec.config().decoder(), parts);
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
    int frames = clip.pixels().shape()[0];
    int grid = vision.tower().config().grid();
    boolean classRow = vision.tower().hasClassRow();
    VisionLayout layout =
        new VisionLayout(
            frames, frames, grid, grid, classRow, 0, 0, false, VisionLayout.Picture.UNKNOWN);
    return vision.encode(visual, layout, tap, workspace, cancellation);
  }

  @Override
  public Tensor projected(VisionOutput output, Workspace workspace) {
    return vision.project(output, workspace).flatten(0, 1);
  }

  @Override
  public Tensor onSequenceGrid(Tensor perPatch, VisionOutput output) {
    return FramePooling.pool(tokens, perPatch.unsqueeze(2), output.layout().gridRows()).squeeze(2);
  }

  @Override
  public VisualRows rows(VisionOutput output, Workspace workspace) {
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

  @Override
  public VisualRows rows(VisionOutput output, PrunePlan plan, Workspace workspace) {
    if (plan.unchanged()) {
      return rows(output, workspace);
    }
    int side = FramePooling.side(tokens, output.layout().gridRows());
    int unpruned = output.layout().views() * side * side;
    return vision.planned(output, plan, unpruned, Grouping.FRAMES, workspace);
  }
}
