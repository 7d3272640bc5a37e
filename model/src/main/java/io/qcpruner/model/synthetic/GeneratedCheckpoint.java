package io.qcpruner.model.synthetic;

import io.qcpruner.checkpoint.synthetic.CheckpointRecipe;
import io.qcpruner.checkpoint.synthetic.SyntheticCheckpoint;
import io.qcpruner.model.backbone.BackboneFamilies;
import java.io.IOException;
import java.nio.file.Path;

/** Writes a checkpoint with seeded weights for a configuration that some family recognises. */
public final class GeneratedCheckpoint {
  private GeneratedCheckpoint() {}

  /** Writes configuration and weights into the folder, which is created. */
  public static void write(CheckpointRecipe recipe, Path folder) throws IOException {
    SyntheticCheckpoint.write(
        recipe, BackboneFamilies.parse(recipe.json()).storedTensors(), folder);
  }
}
