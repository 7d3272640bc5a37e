package io.qcpruner.model;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.checkpoint.synthetic.TinyModel;
import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.core.prune.Budget;
import io.qcpruner.media.PictureSettings;
import io.qcpruner.media.RgbImage;
import io.qcpruner.model.decoder.Boundary;
import io.qcpruner.model.generate.FinishReason;
import io.qcpruner.model.nn.Cancellation;
import io.qcpruner.model.prune.PruneStep;
import io.qcpruner.model.synthetic.TinyFolder;
import io.qcpruner.text.Conversation;
import io.qcpruner.text.Turn;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import org.bytedeco.pytorch.Tensor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Conversations, several pictures, observers and cancellation in the one pipeline. */
final class PipelineTest {
  private static final String QUESTION = "What color is the bus?";

  @TempDir Path folder;

  private VisionLanguageModel open(TinyModel model) throws IOException {
    return VisionLanguageModel.open(TinyFolder.write(model, folder));
  }

  private static RgbImage noise(int seed, int width, int height) {
    byte[] rgb = new byte[3 * width * height];
    new Random(seed).nextBytes(rgb);
    return new RgbImage(width, height, rgb);
  }

  private static Ask two(String question) {
    return Ask.of(Conversation.of(2, question)).withMaxNewTokens(4);
  }

  private static MethodSpec request(VisionLanguageModel model, String method, Budget budget) {
    return MethodSpec.of(method, budget);
  }

  @ParameterizedTest
  @EnumSource(
      value = TinyModel.class,
      names = {"LLAVA", "NEXT", "QWEN"})
  void everyPictureIsPrunedByItsShare(TinyModel which) throws IOException {
    try (VisionLanguageModel model = open(which);
        EncodedVisual one = model.encode(noise(1, 90, 70));
        EncodedVisual two = model.encode(noise(2, 60, 120))) {
      Reply full = model.ask(List.of(one, two), two(QUESTION));
      int budget = full.visualTokens() / 2;
      for (String method : List.of("qcpruner", "divprune", "visionzip", "fastv")) {
        Ask ask = two(QUESTION).with(request(model, method, new Budget.Total(budget)));
        Reply reply = model.ask(List.of(one, two), ask);
        // after the tower there are rows that padding takes away before the decoder
        assertTrue(reply.visualTokens() >= full.visualTokens(), method);
        assertEquals(full.promptTokens(), reply.promptTokens(), method);
        assertTrue(reply.visualTokens() < reply.promptTokens(), method);
        assertTrue(reply.keptTokens() <= budget, method);
        assertEquals(List.of(0, 1), reply.steps().stream().map(PruneStep::visual).toList(), method);
        boolean exact = !method.equals("visionzip"); // rounds its two shares down for each view
        assertTrue(reply.keptTokens() > budget / 2, method);
        assertTrue(!exact || reply.keptTokens() == budget, method);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"qcpruner", "sparsevlm", "dart", "visionzip", "mmtok"})
  void aBudgetForAllPicturesIsTheFullModel(String method) throws IOException {
    try (VisionLanguageModel model = open(TinyModel.LLAVA);
        EncodedVisual one = model.encode(noise(3, 90, 70));
        EncodedVisual two = model.encode(noise(4, 50, 50))) {
      Reply full = model.ask(List.of(one, two), two(QUESTION));
      Reply all =
          model.ask(
              List.of(one, two),
              two(QUESTION).with(request(model, method, new Budget.Total(100_000))));
      assertArrayEquals(full.generation().ids(), all.generation().ids());
      assertArrayEquals(full.rowsPerLayer(), all.rowsPerLayer());
    }
  }

  @Test
  void earlierTurnsStayInThePromptAndAnchorsComeFromTheLast() throws IOException {
    try (VisionLanguageModel model = open(TinyModel.LLAVA);
        EncodedVisual picture = model.encode(noise(5, 90, 70))) {
      Turn first = new Turn(1, "", "Is there a dog?", "No");
      Conversation talk = new Conversation(null, List.of(first, Turn.ask(0, QUESTION)));
      Ask ask =
          Ask.of(talk).withMaxNewTokens(2).with(request(model, "qcpruner", new Budget.Total(6)));
      Reply reply = model.ask(picture, ask);
      Reply alone = model.ask(picture, Ask.of(QUESTION).withMaxNewTokens(2));
      assertTrue(reply.promptTokens() > alone.promptTokens());
      assertEquals(
          List.of("bus", "color"),
          reply.anchors().orElseThrow().keywords().stream().map(k -> k.word()).sorted().toList());
    }
  }

  @Test
  void textAloneIsAnswered() throws IOException {
    try (VisionLanguageModel model = open(TinyModel.LLAVA)) {
      Ask ask =
          Ask.of(Conversation.of(0, QUESTION))
              .withMaxNewTokens(3)
              .with(request(model, "qcpruner", new Budget.Total(6)));
      Reply reply = model.ask(List.of(), ask);
      assertEquals(0, reply.visualTokens());
      assertEquals(List.of(), reply.steps());
    }
  }

  @Test
  void picturesWithoutPlacesAreRefused() throws IOException {
    try (VisionLanguageModel model = open(TinyModel.LLAVA);
        EncodedVisual picture = model.encode(noise(6, 90, 70))) {
      String message =
          assertThrows(IllegalArgumentException.class, () -> model.ask(picture, two(QUESTION)))
              .getMessage();
      assertEquals("the conversation speaks of 2 pictures or clips, but 1 were given", message);
    }
  }

  @Test
  void theTowerStopsBetweenLayers() throws IOException {
    try (VisionLanguageModel model = open(TinyModel.LLAVA)) {
      AtomicInteger asked = new AtomicInteger();
      Cancellation second = new Cancellation(() -> asked.incrementAndGet() == 2);
      assertThrows(
          CancellationException.class,
          () -> model.encode(noise(7, 90, 70), PictureSettings.DEFAULT, second));
      assertEquals(2, asked.get());
    }
  }

  @Test
  void thePrefillStopsBetweenLayersAndTheAnswerBetweenTokens() throws IOException {
    try (VisionLanguageModel model = open(TinyModel.LLAVA);
        EncodedVisual picture = model.encode(noise(8, 90, 70))) {
      List<Integer> layers = new ArrayList<>();
      PipelineObserver observer = new LayerList(layers);
      Ask ask = Ask.of(QUESTION).withMaxNewTokens(5);
      assertThrows(
          CancellationException.class,
          () -> model.ask(List.of(picture), ask.withCancelled(() -> layers.size() == 2), observer));
      assertEquals(List.of(0, 1), layers);
      AtomicInteger pieces = new AtomicInteger();
      Reply cut =
          model.ask(
              List.of(picture),
              ask.withCancelled(() -> pieces.get() == 2),
              new PipelineObserver() {
                @Override
                public void token(int id) {
                  pieces.incrementAndGet();
                }
              });
      assertEquals(FinishReason.CANCELLED, cut.generation().reason());
      assertEquals(2, cut.generation().ids().length);
    }
  }

  @Test
  void watchingChangesNothing() throws IOException {
    try (VisionLanguageModel model = open(TinyModel.QWEN);
        EncodedVisual picture = model.encode(noise(9, 90, 70))) {
      Ask ask =
          Ask.of(QUESTION)
              .withMaxNewTokens(4)
              .with(request(model, "qcpruner", new Budget.Total(7)));
      List<Integer> layers = new ArrayList<>();
      List<Prefilled> seen = new ArrayList<>();
      PipelineObserver observer =
          new LayerList(layers) {
            @Override
            public void afterPrefill(Prefilled prompt, Tensor hidden) {
              seen.add(prompt);
              assertEquals(prompt.survivors().size(), hidden.size(1));
            }
          };
      Reply watched = model.ask(List.of(picture), ask, observer);
      Reply alone = model.ask(picture, ask);
      assertArrayEquals(alone.generation().ids(), watched.generation().ids());
      assertEquals(List.of(0, 1, 2, 3), layers);
      assertArrayEquals(watched.rowsPerLayer(), seen.get(0).counts().rowsPerLayer());
    }
  }

  /** Lists the layers it is shown. */
  private static class LayerList implements PipelineObserver {
    private final List<Integer> layers;

    LayerList(List<Integer> layers) {
      this.layers = layers;
    }

    @Override
    public boolean wantsLayer(int layer) {
      return layer >= 0;
    }

    @Override
    public void afterLayer(Boundary boundary) {
      layers.add(boundary.layer());
    }
  }
}
