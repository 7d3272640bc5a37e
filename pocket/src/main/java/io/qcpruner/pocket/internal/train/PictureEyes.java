package io.qcpruner.pocket.internal.train;

import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.model.nn.ModuleFactory;
import io.qcpruner.model.nn.Placement;
import io.qcpruner.model.nn.Tensors;
import io.qcpruner.model.nn.Workspace;
import io.qcpruner.model.vision.Projector;
import io.qcpruner.model.vision.VitTower;
import io.qcpruner.pocket.PocketShape;
import io.qcpruner.pocket.scene.Window;
import org.bytedeco.pytorch.Tensor;

/** A CLIP tower on the window of a picture; every patch is a row. */
record PictureEyes(Parameters parameters, Projector projector, Workspace workspace)
    implements Eyes {

  @Override
  public Tensor tower(Batch batch) throws WeightsException {
    Window window = batch.window();
    int side = window.rows() * Window.PATCH;
    Placement cpu = Placement.cpu();
    Tensor pixels = Tensors.ofFloats(batch.pixels(), cpu, batch.size(), 3, side, side);
    VitTower tower =
        new VitTower(
            PocketShape.tower(window.rows()),
            new ModuleFactory(new WindowWeights(parameters, window), cpu));
    return tower.forward(pixels, workspace); // [B, 1 + V, d]
  }

  @Override
  public Tensor cells(Tensor tower, Batch batch) {
    return projector.forward(tower.narrow(1, 1, tower.size(1) - 1), workspace);
  }

  @Override
  public Tensor rows(Tensor cells) {
    return cells;
  }
}
