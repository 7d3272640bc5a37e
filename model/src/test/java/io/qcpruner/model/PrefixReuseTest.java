package io.qcpruner.model;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.checkpoint.synthetic.TinyModel;
import io.qcpruner.core.prune.Budget;
import io.qcpruner.media.RgbImage;
import io.qcpruner.model.nn.Tensors;
import io.qcpruner.model.prune.PruneRequest;
import io.qcpruner.model.synthetic.TinyFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.bytedeco.pytorch.Tensor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Further questions about one picture, with and without the rows of the first one. */
final class PrefixReuseTest {
  private static final List<String> QUESTIONS =
      List.of("What color is the bus on the left?", "How many dogs are there?", "Is it red?");

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({
    "LLAVA, none",
    "LLAVA, qcpruner",
    "LLAVA, fastv",
    "LLAVA, sparsevlm",
    "LLAVA, divprune",
    "NEXT, none",
    "NEXT, qcpruner",
    "QWEN, none",
    "QWEN, qcpruner",
    "QWEN, dart"
  })
  void sameRowsAndAnswersAsWithout(TinyModel which, String method) throws IOException {
    try (VisionLanguageModel model = VisionLanguageModel.open(TinyFolder.write(which, folder));
        EncodedVisual plain = model.encode(noise());
        EncodedVisual reused = model.encode(noise()).reusePrefix()) {
      for (String question : QUESTIONS) {
        Ask ask = ask(model, method, question);
        Watcher expected = new Watcher();
        Watcher got = new Watcher();
        Reply without = model.ask(List.of(plain), ask, expected);
        Reply with = model.ask(List.of(reused), ask, got);
        assertArrayEquals(expected.last, got.last, 1e-4f, question);
        assertEquals(without.text(), with.text());
        assertArrayEquals(without.rowsPerLayer(), with.rowsPerLayer());
        for (int i = 0; i < without.steps().size(); i++) {
          assertArrayEquals(
              without.steps().get(i).result().trace().kept(),
              with.steps().get(i).result().trace().kept());
        }
      }
    }
  }

  /** Prompts with the same ids about different pictures. */
  @Test
  void picturesDoNotShareRows() throws IOException {
    try (VisionLanguageModel model =
            VisionLanguageModel.open(TinyFolder.write(TinyModel.LLAVA, folder));
        EncodedVisual first = model.encode(noise()).reusePrefix();
        EncodedVisual second = model.encode(RgbImage.filled(90, 70, 200, 30, 60)).reusePrefix()) {
      Ask ask = ask(model, "none", QUESTIONS.get(0));
      Watcher one = new Watcher();
      Watcher two = new Watcher();
      model.ask(List.of(first), ask, one);
      model.ask(List.of(second), ask, two);
      assertNotEquals(one.last[0], two.last[0], 1e-4f);
    }
  }

  private static Ask ask(VisionLanguageModel model, String method, String question) {
    Ask ask = Ask.of(question).withMaxNewTokens(4);
    return method.equals("none")
        ? ask
        : ask.with(new PruneRequest(model.method(method), new Budget.Ratio(0.5)));
  }

  private static RgbImage noise() {
    byte[] rgb = new byte[3 * 90 * 70];
    new Random(4).nextBytes(rgb);
    return new RgbImage(90, 70, rgb);
  }

  /** Keeps the last row that leaves the decoder. */
  private static final class Watcher implements PipelineObserver {
    private float[] last;

    @Override
    public void afterPrefill(Prefilled prompt, Tensor hidden) {
      last = Tensors.toFloats(hidden.narrow(1, hidden.size(1) - 1, 1));
      assertTrue(last.length > 0);
    }
  }
}
