package io.qcpruner.pocket.internal.train;

import io.qcpruner.checkpoint.config.VideoTokens;
import io.qcpruner.model.nn.Placement;
import io.qcpruner.model.nn.Tensors;
import io.qcpruner.model.nn.Workspace;
import io.qcpruner.model.vision.FramePooling;
import io.qcpruner.model.vision.Projector;
import io.qcpruner.model.vision.VitTower;
import io.qcpruner.pocket.scene.MovingScene;
import io.qcpruner.pocket.scene.Window;
import java.util.Arrays;
import org.bytedeco.pytorch.Tensor;

/**
 * A SigLIP tower on every frame; patches are projected, pooled to cells, and a learned newline
 * stands after every row of cells.
 *
 * @param newline [D]
 */
record ClipEyes(VitTower vit, Projector projector, Tensor newline, Workspace workspace)
    implements Eyes {

  @Override
  public Tensor tower(Batch batch) {
    int side = MovingScene.GRID * Window.PATCH;
    int frames = batch.size() * MovingScene.FRAMES;
    Tensor pixels = Tensors.ofFloats(batch.pixels(), Placement.cpu(), frames, 3, side, side);
    return vit.forward(pixels, workspace); // [B · F, P, d]
  }

  @Override
  public Tensor cells(Tensor tower, Batch batch) {
    Tensor patches = projector.forward(tower, workspace);
    Tensor pooled = FramePooling.pool(VideoTokens.EVALUATION, patches, MovingScene.GRID);
    return pooled.view(batch.size(), ClipSight.CELLS, newline.size(0));
  }

  @Override
  public Tensor rows(Tensor cells) {
    int[] pick = new int[ClipSight.ROWS];
    Arrays.fill(pick, ClipSight.CELLS);
    for (int c = 0; c < ClipSight.CELLS; c++) {
      pick[ClipSight.row(c)] = c;
    }
    Tensor line = newline.view(1, 1, newline.size(0)).expand(cells.size(0), 1, newline.size(0));
    return Tensors.cat(1, cells, line).index_select(1, Tensors.ofIndices(pick, Placement.cpu()));
  }
}
