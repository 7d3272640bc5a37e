package io.qcpruner.model.internal.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.checkpoint.synthetic.TinyModel;
import io.qcpruner.model.ModelFolders;
import io.qcpruner.model.VisionLanguageModel;
import io.qcpruner.model.nn.Placement;
import io.qcpruner.model.nn.WeightKind;
import io.qcpruner.model.synthetic.TinyFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SameAnswersTest {
  private static final List<int[]> PROMPTS =
      List.of(new int[] {1, 7, 11}, new int[] {1, 13, 17}, new int[] {1, 19});

  @TempDir private Path folder;

  @Test
  void aModelAnswersAsItselfAndRoundedOnesNearlySo() throws IOException {
    ModelFolders folders = ModelFolders.of(TinyFolder.write(TinyModel.LLAVA, folder));
    try (VisionLanguageModel stored = open(folders, WeightKind.STORED);
        VisionLanguageModel rounded = open(folders, WeightKind.INT4)) {
      AtomicInteger steps = new AtomicInteger();
      SameAnswers.Counts same =
          new SameAnswers(stored, stored, 8).count(PROMPTS, steps::incrementAndGet);
      assertEquals(new SameAnswers.Counts(3, 3, 24), same);
      assertEquals(3, steps.get());
      SameAnswers.Counts near = new SameAnswers(rounded, stored, 8).count(PROMPTS, () -> {});
      assertTrue(near.sameTokens() < 24 || near.same() == 3, near.toString());
      assertTrue(near.same() <= near.sameTokens() / 8, near.toString());
    }
  }

  private static VisionLanguageModel open(ModelFolders folders, WeightKind kind)
      throws IOException {
    return VisionLanguageModel.open(folders, Placement.cpu(), kind);
  }
}
