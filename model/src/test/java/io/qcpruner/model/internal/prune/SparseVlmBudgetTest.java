package io.qcpruner.model.internal.prune;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.qcpruner.checkpoint.synthetic.TinyModel;
import io.qcpruner.model.Ask;
import io.qcpruner.model.EncodedVisual;
import io.qcpruner.model.Reply;
import io.qcpruner.model.TinyBackbones;
import io.qcpruner.model.VisionLanguageModel;
import io.qcpruner.model.backbone.Visual;
import io.qcpruner.model.synthetic.TinyFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** SparseVLM read as a final budget keeps exactly as many rows as asked, on every family. */
class SparseVlmBudgetTest {

  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource(names = {"LLAVA", "NEXT", "VIDEO", "QWEN"})
  void singleStageKeepsWhatWasAsked(TinyModel kind) throws IOException {
    try (VisionLanguageModel model = VisionLanguageModel.open(TinyFolder.write(kind, folder));
        EncodedVisual seen = model.encode(visual(kind))) {
      for (String method : List.of("sparsevlm", "sparsevlm-anchors")) {
        for (int budget : new int[] {1, 2, 3, 5, 8, 13}) {
          String text = method + ":single-stage=true@" + budget;
          Ask ask = Ask.of("Which color is the tall bus?").withMaxNewTokens(1);
          Reply reply = model.ask(seen, ask.withMethod(text));
          assertEquals(budget, reply.keptTokens(), kind + " " + text);
        }
      }
    }
  }

  private static Visual visual(TinyModel kind) {
    return switch (kind) {
      case NEXT -> TinyBackbones.tiled(111, 99);
      case VIDEO -> TinyBackbones.clip(TinyBackbones.pixels("tiny-llava-video", 3, 3, 98, 98));
      case QWEN -> TinyBackbones.patches("tiny-qwen", 1, 8, 10, 0);
      default -> TinyBackbones.still(TinyBackbones.pixels("tiny-llava", 3, 56, 56));
    };
  }
}
