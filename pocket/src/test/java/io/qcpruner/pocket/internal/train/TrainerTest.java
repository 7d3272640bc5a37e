package io.qcpruner.pocket.internal.train;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.qcpruner.model.nn.Tensors;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrainerTest {

  @TempDir Path folder;

  private static Curriculum curriculum(int levels) {
    CurriculumStage stage =
        new CurriculumStage("t", 0.1, List.of(new CurriculumStage.View(6, 1, 2, 2, 60, 1, 6)));
    Curriculum.Level level = new Curriculum.Level(stage, new Trainer.Rates(0.01, 1, false), 2, 2);
    return new Curriculum(java.util.Collections.nCopies(levels, level));
  }

  @Test
  void goesOnWhereTheCheckpointStopped() throws Exception {
    Path file = folder.resolve("c.safetensors");
    try (Trainer trainer = new Trainer(file, 7, line -> {})) {
      trainer.run(curriculum(1));
      assertEquals(new TrainCheckpoint.State(2, 1, 0), trainer.state());
    }
    try (Trainer trainer = new Trainer(file, 7, line -> {})) {
      assertEquals(2, trainer.state().step());
      trainer.run(curriculum(2));
      assertEquals(new TrainCheckpoint.State(4, 2, 0), trainer.state());
    }
  }

  @Test
  void aClockThatRanOutEndsEveryLevel() throws Exception {
    try (Trainer trainer = new Trainer(folder.resolve("c.safetensors"), 7, line -> {})) {
      trainer.run(curriculum(3), Optional.of(Duration.ZERO));
      assertEquals(new TrainCheckpoint.State(0, 3, 0), trainer.state());
    }
  }

  @Test
  void aCurriculumMayEndEarly() {
    List<String> names =
        Curriculum.standard().upTo("classes").levels().stream().map(l -> l.stage().name()).toList();
    assertEquals(List.of("tower", "few", "some", "many", "whole", "classes"), names);
    assertThrows(IllegalArgumentException.class, () -> Curriculum.standard().upTo("class"));
  }

  @Test
  void exportAndImportKeepTheWeights() throws Exception {
    Path file = folder.resolve("a.safetensors");
    Path again = folder.resolve("b.safetensors");
    Path model = folder.resolve("model");
    try (Trainer trainer = new Trainer(file, 3, line -> {})) {
      trainer.run(curriculum(1));
    }
    ModelExport.write(file, model);
    TrainCheckpoint.fromModel(model, again);
    try (Parameters before = new Parameters();
        Parameters after = new Parameters()) {
      TrainCheckpoint.load(file, before);
      TrainCheckpoint.load(again, after);
      assertEquals(before.all().keySet(), after.all().keySet());
      for (String name : before.all().keySet()) {
        float[] exact = Tensors.toFloats(before.all().get(name));
        float[] half = Tensors.toFloats(after.all().get(name));
        assertArrayEquals(exact, half, 4e-3f, name);
      }
    }
  }

  @Test
  void unknownLevelsAreNamed() {
    assertThrows(IllegalArgumentException.class, () -> Curriculum.standard().indexOf("nope"));
  }
}
