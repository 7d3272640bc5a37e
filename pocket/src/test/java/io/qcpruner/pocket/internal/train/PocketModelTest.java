package io.qcpruner.pocket.internal.train;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.model.VisionLanguageModel;
import io.qcpruner.pocket.PocketModel;
import io.qcpruner.pocket.internal.train.PocketEvaluation.Setting;
import io.qcpruner.pocket.question.Family;
import io.qcpruner.pocket.question.QuestionSet;
import io.qcpruner.pocket.question.Split;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PocketModelTest {

  private static final long LARGEST_FILE = 25_000_000;

  @TempDir Path folder;

  /** Packed turns are the fast way to score; the slow way asks one question at a time. */
  @Test
  void packedTurnsAnswerAsGenerationDoes() throws IOException {
    Path model = PocketModel.unpack(folder.resolve("model"));
    Path checkpoint = folder.resolve("c.safetensors");
    TrainCheckpoint.fromModel(model, checkpoint);
    Map<String, int[]> packed;
    try (Scorer scorer = new Scorer(checkpoint)) {
      packed = scorer.score(Split.CALIBRATION, 1, false);
    }
    try (VisionLanguageModel opened = VisionLanguageModel.open(model)) {
      PocketScores asked =
          new PocketEvaluation(opened)
              .run(QuestionSet.of(Split.CALIBRATION, 1), List.of(Setting.full()), progress -> {})
              .get(Setting.full());
      for (Family f : Family.values()) {
        assertEquals(packed.get(f.label())[0], asked.accuracy(f), f.label());
      }
    }
  }

  @Test
  void unpackingTwiceKeepsTheFiles() throws IOException {
    Path first = PocketModel.unpack(folder.resolve("m"));
    Path weights = first.resolve("model.safetensors");
    assertTrue(Files.size(weights) < LARGEST_FILE);
    Object before = Files.getLastModifiedTime(weights);
    PocketModel.unpack(first);
    assertEquals(before, Files.getLastModifiedTime(weights));
  }
}
