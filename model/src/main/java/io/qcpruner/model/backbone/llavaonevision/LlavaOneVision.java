package io.qcpruner.model.backbone.llavaonevision;

import io.qcpruner.checkpoint.config.VideoTokens;
import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.core.layout.Grouping;
import io.qcpruner.core.prune.PrunePlan;
import io.qcpruner.core.signal.VisionLayout;
import io.qcpruner.media.internal.prep.AnyResLayout;
import io.qcpruner.model.backbone.VisionOutput;
import io.qcpruner.model.backbone.Visual;
import io.qcpruner.model.backbone.VisualRows;
import io.qcpruner.model.backbone.llava.FrameRows;
import io.qcpruner.model.backbone.llava.LlavaBackbone;
import io.qcpruner.model.backbone.llava15.Still;
import io.qcpruner.model.backbone.llavanext.Tiled;
import io.qcpruner.model.backbone.llavavideo.Clip;
import io.qcpruner.model.nn.ModuleFactory;
import io.qcpruner.model.nn.Scopes;
import io.qcpruner.model.nn.Tensors;
import io.qcpruner.model.nn.Workspace;
import java.util.List;
import java.util.Optional;
import org.bytedeco.pytorch.DoubleOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/** Runs LLaVA-OneVision; {@link LlavaOneVisionFamily} describes it. */
final class LlavaOneVision extends LlavaBackbone {
  private static final VideoTokens CLIP_TOKENS =
      new VideoTokens(VideoTokens.Pool.BILINEAR, 2, VideoTokens.Newlines.ONE_TOKEN);

  private final LlavaOneVisionSpec spec;
  private final FrameRows frames;

  LlavaOneVision(LlavaOneVisionSpec spec, ModuleFactory modules) throws WeightsException {
    super(spec, modules, true);
    this.spec = spec;
    this.frames = new FrameRows(vision, CLIP_TOKENS);
  }

  @Override
  protected VisionLayout layout(Visual visual) {
    if (visual instanceof Clip clip) {
      return frames(clip.pixels().shape()[0]);
    }
    if (visual instanceof Still still) {
      return WholePicture.layout(vision, still);
    }
    if (!(visual instanceof Tiled tiled)) {
      throw new IllegalArgumentException(
          "LLaVA-OneVision takes pictures, with tiles or without, and clips, not " + visual);
    }
    AnyResLayout tiles = tiled.views().layout();
    return VisionLayout.anyRes(
            spec.nominalViews(),
            vision.tower().config().grid(),
            vision.tower().hasClassRow(),
            tiles.tilesDown(),
            tiles.tilesAcross())
        .withPicture(tiled.picture());
  }

  @Override
  public Tensor onSequenceGrid(Tensor perPatch, VisionOutput output) {
    return output.visual().isClip() ? frames.pooled(perPatch, output) : perPatch;
  }

  @Override
  public VisualRows rows(VisionOutput output, Workspace workspace) {
    if (output.visual().isClip()) {
      return frames.of(output, workspace);
    }
    if (output.visual() instanceof Still) {
      return WholePicture.rows(vision, output, workspace);
    }
    TileGrid grid = grid(output);
    List<VisualRows.Cell> cells = grid.cells();
    Tensor rows = Scopes.keep(() -> gather(output, grid, workspace));
    return new VisualRows(rows, cells, cells.size(), Grouping.VIEWS, Optional.empty());
  }

  /** Base view, then the grid with the newline as its last column. */
  private Tensor gather(VisionOutput output, TileGrid grid, Workspace workspace) {
    Tensor all = projected(output, workspace);
    long width = all.size(1);
    Tensor base = all.narrow(0, 0, grid.layout().baseTokens());
    Tensor kept =
        all.index_select(0, Tensors.ofIndices(grid.sources(), vision.placement()))
            .view(grid.layout().kept().height(), grid.layout().kept().width(), width);
    Tensor sized = grid.isResized() ? resize(kept, grid) : kept;
    Tensor newline = vision.newline().unsqueeze(0).expand(grid.rows(), 1, width);
    return Tensors.cat(0, base, Tensors.cat(1, sized, newline).flatten(0, 1));
  }

  private static Tensor resize(Tensor kept, TileGrid grid) {
    return torch
        .upsample_bilinear2d(
            kept.permute(2, 0, 1).unsqueeze(0).contiguous(),
            new long[] {grid.rows(), grid.columns()},
            false,
            new DoubleOptional(),
            new DoubleOptional())
        .squeeze(0)
        .permute(1, 2, 0);
  }

  @Override
  protected VisualRows planned(
      VisionOutput output, PrunePlan plan, boolean projectFirst, Workspace workspace) {
    if (plan.unchanged()) {
      return rows(output, workspace);
    }
    if (output.visual().isClip()) {
      return vision.planned(
          output, plan, projectFirst, frames.patches(output), Grouping.FRAMES, workspace);
    }
    if (output.visual() instanceof Still) {
      return WholePicture.planned(vision, output, plan, projectFirst, workspace);
    }
    int unpruned = grid(output).cells().size();
    return vision.planned(output, plan, projectFirst, unpruned, Grouping.VIEWS, workspace);
  }

  private TileGrid grid(VisionOutput output) {
    return TileGrid.of(((Tiled) output.visual()).views().layout(), spec.tiles());
  }
}
