package io.qcpruner.pocket.internal.train;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.checkpoint.weights.SafetensorsFile;
import io.qcpruner.model.VisionLanguageModel;
import io.qcpruner.pocket.question.Split;
import io.qcpruner.pocket.scene.MovingScene;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class HeadTrainerTest {

  @TempDir Path folder;

  @Test
  void learnsCaptionsAndLeavesTheRestAlone() throws Exception {
    Path before = folder.resolve("before.safetensors");
    Path after = folder.resolve("after.safetensors");
    try (Parameters start = ClipStart.fromPictures(1)) {
      TrainCheckpoint.save(before, start, TrainCheckpoint.State.START);
      TrainCheckpoint.save(after, start, TrainCheckpoint.State.START);
    }
    List<String> lines = new ArrayList<>();
    try (HeadTrainer trainer = new HeadTrainer(after, 1, lines::add)) {
      double untrained = trainer.lossOf(Split.CALIBRATION, 0);
      trainer.run(20);
      double trained = trainer.lossOf(Split.CALIBRATION, 0);
      assertTrue(trained < 0.9 * untrained, untrained + " to " + trained);
    }
    assertEquals(1, lines.size());
    try (SafetensorsFile old = SafetensorsFile.open(before);
        SafetensorsFile written = SafetensorsFile.open(after)) {
      for (String name : old.tensors().keySet()) {
        if (!name.startsWith("train.")) {
          assertArrayEquals(old.floats(name), written.floats(name), name);
        }
      }
      assertTrue(written.tensors().containsKey("vision.head.probe"));
    }
  }

  /** FastVID finds the head inside the model's folder, as it finds one given by --siglip. */
  @Test
  void exportedModelCarriesItsHead() throws Exception {
    Path checkpoint = folder.resolve("c.safetensors");
    try (Parameters start = ClipStart.fromPictures(1)) {
      TrainCheckpoint.save(checkpoint, start, TrainCheckpoint.State.START);
    }
    ModelExport.writeClips(checkpoint, folder.resolve("without"));
    try (HeadTrainer trainer = new HeadTrainer(checkpoint, 1, line -> {})) {
      trainer.run(1);
    }
    ModelExport.writeClips(checkpoint, folder.resolve("with"));
    assertFalse(hasHead(folder.resolve("without")));
    assertTrue(hasHead(folder.resolve("with")));
  }

  /** Matrices of one shape are trained together: a head without gradients must not stop them. */
  @Test
  void clipsAreTrainedOnBesideAHead() throws Exception {
    Path checkpoint = folder.resolve("c.safetensors");
    try (Parameters start = ClipStart.fromPictures(1)) {
      TrainCheckpoint.save(checkpoint, start, TrainCheckpoint.State.START);
    }
    try (HeadTrainer trainer = new HeadTrainer(checkpoint, 1, line -> {})) {
      trainer.run(1);
    }
    String alike = "vision.encoder.layers.0.self_attn.out_proj.weight";
    float[] head = values(checkpoint, "vision.head.attention.out_proj.weight");
    float[] tower = values(checkpoint, alike);
    CurriculumStage.View small = new CurriculumStage.View(MovingScene.GRID, 1, 2, 1, 64, 1, 10);
    CurriculumStage stage = new CurriculumStage("t", 0, List.of(small), Lesson.CLIPS);
    Trainer.Rates rates = Curriculum.clips().levels().get(0).rates();
    try (Trainer trainer = Trainer.ofClips(checkpoint, 1, line -> {})) {
      trainer.run(new Curriculum(List.of(new Curriculum.Level(stage, rates, 1, 2))));
    }
    assertArrayEquals(head, values(checkpoint, "vision.head.attention.out_proj.weight"));
    assertFalse(Arrays.equals(tower, values(checkpoint, alike)), "trained with its likes or not");
  }

  private static float[] values(Path checkpoint, String name) throws Exception {
    try (SafetensorsFile file = SafetensorsFile.open(checkpoint)) {
      return file.floats(name);
    }
  }

  private static boolean hasHead(Path model) throws Exception {
    try (VisionLanguageModel opened = VisionLanguageModel.open(model)) {
      return opened.facts().poolingHead();
    }
  }
}
