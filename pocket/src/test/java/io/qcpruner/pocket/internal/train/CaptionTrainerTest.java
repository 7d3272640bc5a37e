package io.qcpruner.pocket.internal.train;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.model.nn.Tensors;
import io.qcpruner.pocket.PocketModel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CaptionTrainerTest {

  @TempDir Path folder;

  @Test
  void onlyTheTextTowerAndItsProjectionsChange() throws Exception {
    Path file = folder.resolve("c.safetensors");
    TrainCheckpoint.fromModel(PocketModel.unpack(folder.resolve("m")), file);
    List<String> changed = new ArrayList<>();
    try (Parameters before = new Parameters();
        Parameters after = new Parameters()) {
      TrainCheckpoint.load(file, before);
      List<String> log = new ArrayList<>();
      try (CaptionTrainer trainer = new CaptionTrainer(file, 1, log::add)) {
        trainer.run(2);
      }
      TrainCheckpoint.load(file, after);
      assertEquals(before.all().keySet(), after.all().keySet());
      for (String name : before.all().keySet()) {
        float[] old = Tensors.toFloats(before.all().get(name));
        float[] now = Tensors.toFloats(after.all().get(name));
        if (CaptionExport.isCaption(name)) {
          if (!Arrays.equals(old, now)) {
            changed.add(name);
          }
        } else {
          assertArrayEquals(old, now, name);
        }
      }
    }
    assertTrue(changed.contains("text_projection.weight"), changed.toString());
    assertTrue(changed.contains("visual_projection.weight"), changed.toString());
  }
}
