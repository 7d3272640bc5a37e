package io.qcpruner.model;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.checkpoint.synthetic.TinyModel;
import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.core.prune.Budget;
import io.qcpruner.media.RgbImage;
import io.qcpruner.model.nn.Placement;
import io.qcpruner.model.nn.Tensors;
import io.qcpruner.model.nn.WeightKind;
import io.qcpruner.model.synthetic.TinyFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.bytedeco.pytorch.Tensor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

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
        assertEquals(PrefixUse.NONE, without.prefix());
        boolean ready = !method.equals("divprune") && !question.equals(QUESTIONS.get(0));
        assertEquals(ready, with.prefix().rows() > 0, "divprune chooses its rows before");
        for (int i = 0; i < without.steps().size(); i++) {
          assertArrayEquals(
              without.steps().get(i).result().trace().kept(),
              with.steps().get(i).result().trace().kept());
        }
      }
    }
  }

  /** Methods of one sample, as an evaluation asks them: other layers, some with queries. */
  @ParameterizedTest
  @EnumSource(
      value = TinyModel.class,
      names = {"LLAVA", "QWEN"})
  void theOrderOfMethodsChangesNoBit(TinyModel which) throws IOException {
    List<String> methods = List.of("none", "qcpruner", "fastv", "sparsevlm", "dart", "divprune");
    List<String> turned = new ArrayList<>(methods);
    Collections.reverse(turned);
    try (VisionLanguageModel model = VisionLanguageModel.open(TinyFolder.write(which, folder))) {
      Map<String, float[]> one = answers(model, methods);
      Map<String, float[]> other = answers(model, turned);
      for (String method : methods) {
        assertArrayEquals(one.get(method), other.get(method), method);
      }
    }
  }

  /** Whole prompts, as an evaluation keeps them: to the bit what each method gives alone. */
  @ParameterizedTest
  @CsvSource({"LLAVA, STORED", "NEXT, STORED", "QWEN, STORED", "LLAVA, HALF", "LLAVA, INT8"})
  void wholePromptsChangeNoBit(TinyModel which, WeightKind weights) throws IOException {
    List<String> methods =
        List.of("fastv", "qcpruner", "none", "sparsevlm", "dart", "divprune", "qcpruner");
    ModelFolders folders = ModelFolders.of(TinyFolder.write(which, folder));
    try (VisionLanguageModel model = VisionLanguageModel.open(folders, Placement.cpu(), weights);
        EncodedVisual plain = model.encode(noise());
        EncodedVisual reused = model.encode(noise()).reusePrompt()) {
      int ready = 0;
      for (String question : QUESTIONS) {
        for (String method : methods) {
          Ask ask = ask(model, method, question);
          Watcher expected = new Watcher();
          Watcher got = new Watcher();
          Reply without = model.ask(List.of(plain), ask, expected);
          Reply with = model.ask(List.of(reused), ask, got);
          assertArrayEquals(expected.last, got.last, method + " " + question);
          assertEquals(without.text(), with.text());
          assertArrayEquals(without.rowsPerLayer(), with.rowsPerLayer());
          ready += with.prefix().rows() > 0 ? 1 : 0;
        }
      }
      assertTrue(ready >= QUESTIONS.size(), "the second qcpruner of a question finds all ready");
    }
  }

  private static Map<String, float[]> answers(VisionLanguageModel model, List<String> methods)
      throws IOException {
    Map<String, float[]> last = new HashMap<>();
    try (EncodedVisual visual = model.encode(noise()).reusePrefix()) {
      for (String method : methods) {
        Watcher watcher = new Watcher();
        model.ask(List.of(visual), ask(model, method, QUESTIONS.get(0)), watcher);
        last.put(method, watcher.last);
      }
    }
    return last;
  }

  /** A bound of nothing keeps nothing, and answers all the same. */
  @Test
  void prefixesAreBoundedByBytes() throws IOException {
    try (VisionLanguageModel model =
            VisionLanguageModel.open(TinyFolder.write(TinyModel.LLAVA, folder));
        EncodedVisual visual = model.encode(noise()).reusePrefix()) {
      Ask ask = ask(model, "qcpruner", QUESTIONS.get(0));
      String text = model.ask(visual, ask).text();
      assertTrue(model.ask(visual, ask).prefix().rows() > 0);
      model.keepPrefixes(0);
      Reply again = model.ask(visual, ask);
      assertEquals(0, again.prefix().rows());
      assertEquals(text, again.text());
      assertEquals(0, model.ask(visual, ask).prefix().rows());
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

  /**
   * Half of 16 tokens, for QCPruner a quarter: with half of them it has places left that nobody
   * asked about, and two tokens that are each other's nearest fill such a place equally well. Then
   * the last bits of their rows decide, which differ with the shapes of products.
   */
  private static Ask ask(VisionLanguageModel model, String method, String question) {
    Ask ask = Ask.of(question).withMaxNewTokens(4);
    return method.equals("none")
        ? ask
        : ask.with(MethodSpec.of(method, new Budget.Ratio(method.equals("qcpruner") ? 0.25 : 0.5)));
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
