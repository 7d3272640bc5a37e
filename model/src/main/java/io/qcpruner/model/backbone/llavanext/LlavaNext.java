package io.qcpruner.model.backbone.llavanext;

import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.core.layout.Grouping;
import io.qcpruner.core.layout.TokenKind;
import io.qcpruner.core.prune.PrunePlan;
import io.qcpruner.core.signal.VisionLayout;
import io.qcpruner.media.internal.prep.AnyResLayout;
import io.qcpruner.model.backbone.VisionOutput;
import io.qcpruner.model.backbone.Visual;
import io.qcpruner.model.backbone.VisualRows;
import io.qcpruner.model.backbone.llava.LlavaBackbone;
import io.qcpruner.model.nn.ModuleFactory;
import io.qcpruner.model.nn.Scopes;
import io.qcpruner.model.nn.Tensors;
import io.qcpruner.model.nn.Workspace;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bytedeco.pytorch.Tensor;

/**
 * LLaVA-NeXT: a base view, then the tiles of an AnyRes canvas as one grid without its padding, a
 * learned newline after each grid row. Liu et al., "LLaVA-NeXT: Improved reasoning, OCR, and world
 * knowledge", 2024.
 */
final class LlavaNext extends LlavaBackbone {
  LlavaNext(LlavaNextSpec spec, ModuleFactory modules) throws WeightsException {
    super(spec, modules, true);
  }

  @Override
  protected VisionLayout layout(Visual visual) {
    if (!(visual instanceof Tiled tiled)) {
      throw new IllegalArgumentException("LLaVA-NeXT takes tiled pictures, not " + visual);
    }
    AnyResLayout tiles = tiled.views().layout();
    return VisionLayout.anyRes(
            LlavaNextSpec.NOMINAL_VIEWS,
            vision.tower().config().grid(),
            vision.tower().hasClassRow(),
            tiles.tilesDown(),
            tiles.tilesAcross())
        .withPicture(tiled.picture());
  }

  @Override
  public VisualRows rows(VisionOutput output, Workspace workspace) {
    AnyResLayout tiles = tiles(output);
    int newlineRow = tiles.views() * tiles.baseTokens();
    List<VisualRows.Cell> cells = new ArrayList<>();
    List<Integer> sources = new ArrayList<>();
    int side = tiles.tileGrid();
    for (int p = 0; p < tiles.baseTokens(); p++) {
      cells.add(new VisualRows.Cell(TokenKind.PATCH, 0, p / side, p % side, -1));
      sources.add(p);
    }
    for (int r = tiles.kept().top(); r < tiles.kept().top() + tiles.kept().height(); r++) {
      int firstTile = 1 + r / side * tiles.tilesAcross();
      int lastColumn = tiles.kept().left() + tiles.kept().width() - 1;
      for (int c = tiles.kept().left(); c <= lastColumn; c++) {
        cells.add(
            new VisualRows.Cell(TokenKind.PATCH, firstTile + c / side, r % side, c % side, -1));
        sources.add(tiles.towerRow(r, c));
      }
      cells.add(
          new VisualRows.Cell(TokenKind.NEWLINE, firstTile + lastColumn / side, r % side, -1, -1));
      sources.add(newlineRow);
    }
    int[] pick = sources.stream().mapToInt(Integer::intValue).toArray();
    Tensor rows = Scopes.keep(() -> gather(output, pick, workspace));
    return new VisualRows(rows, cells, cells.size(), Grouping.VIEWS, Optional.empty());
  }

  /** Projected rows of all views with the newline after the last. */
  private Tensor gather(VisionOutput output, int[] pick, Workspace workspace) {
    Tensor projected = vision.project(output, workspace).flatten(0, 1);
    return Tensors.cat(0, projected, vision.newline())
        .index_select(0, Tensors.ofIndices(pick, vision.placement()));
  }

  @Override
  protected VisualRows planned(
      VisionOutput output, PrunePlan plan, boolean projectFirst, Workspace workspace) {
    return plan.unchanged()
        ? rows(output, workspace)
        : vision.planned(
            output, plan, projectFirst, tiles(output).total(), Grouping.VIEWS, workspace);
  }

  private static AnyResLayout tiles(VisionOutput output) {
    return ((Tiled) output.visual()).views().layout();
  }
}
