package io.qcpruner.model.internal.prune;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import io.qcpruner.checkpoint.synthetic.TinyModel;
import io.qcpruner.model.Ask;
import io.qcpruner.model.EncodedVisual;
import io.qcpruner.model.Golden;
import io.qcpruner.model.ModelFolders;
import io.qcpruner.model.TinyBackbones;
import io.qcpruner.model.VisionLanguageModel;
import io.qcpruner.model.backbone.Visual;
import io.qcpruner.model.internal.trace.TraceFile;
import io.qcpruner.model.internal.trace.Tracer;
import io.qcpruner.model.nn.Placement;
import io.qcpruner.model.synthetic.TinyFolder;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * CDPruner from a question and pixels to logits against its published code, with the text tower of
 * a CLIP folder that transformers wrote (reference/make_cdpruner_golden.py).
 */
class CdPrunerPublishedTest {
  private static final Golden GOLDEN = Golden.of("tiny-cdpruner");
  private static final String FORMAT = "\nAnswer the question using a single word or phrase.";

  /** The second is longer than the text tower's context, the last has letters of several bytes. */
  private static final List<String> QUESTIONS =
      List.of(
          "What color is the bus on the left?",
          "Is there a dog in the picture? ".repeat(3),
          "who",
          "Grüße: 图 &");

  @TempDir Path folder;

  @Test
  void llava15() throws IOException {
    Visual picture = TinyBackbones.still(TinyBackbones.pixels("tiny-llava", 3, 56, 56));
    try (VisionLanguageModel model = open(TinyModel.LLAVA)) {
      for (int i = 0; i < QUESTIONS.size(); i++) {
        for (int keep : new int[] {1, 5, 9}) {
          String question = QUESTIONS.get(i) + (i % 2 == 1 ? FORMAT : "");
          check(model, picture, question, keep, "llava.%d.%d".formatted(i, keep));
        }
      }
    }
  }

  /** Relevance is stretched over all five views together; each keeps as many. */
  @Test
  void llavaNextByTile() throws IOException {
    Visual picture = TinyBackbones.tiled(111, 99);
    try (VisionLanguageModel model = open(TinyModel.NEXT)) {
      for (int i = 0; i < 2; i++) {
        for (int keep : new int[] {2, 6}) {
          check(model, picture, QUESTIONS.get(i), 5 * keep, "next.%d.%d".formatted(i, keep));
        }
      }
    }
  }

  private static void check(
      VisionLanguageModel model, Visual picture, String question, int budget, String name) {
    Ask ask = Ask.of(question).withMethod("cdpruner@" + budget);
    try (EncodedVisual seen = model.encode(picture)) {
      TraceFile trace = new Tracer(model, Set.of(), false).run(List.of(seen), ask);
      long[] kept = trace.longs("order").clone();
      Arrays.sort(kept);
      assertArrayEquals(GOLDEN.longs(name + ".kept"), kept, name);
      GOLDEN.assertSame(name + ".logits", trace.floats("logits"), 1e-4f);
    }
  }

  private VisionLanguageModel open(TinyModel kind) throws IOException {
    ModelFolders folders =
        new ModelFolders(
            TinyFolder.write(kind, folder.resolve(kind.name())),
            Optional.empty(),
            Optional.of(clip()),
            Optional.empty(),
            Optional.empty());
    return VisionLanguageModel.open(folders, Placement.cpu());
  }

  private static Path clip() {
    try {
      return Path.of(
              CdPrunerPublishedTest.class.getResource("/golden/tiny-clip/config.json").toURI())
          .getParent();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
