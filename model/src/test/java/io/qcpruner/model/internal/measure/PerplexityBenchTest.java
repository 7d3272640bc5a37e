package io.qcpruner.model.internal.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.checkpoint.synthetic.CheckpointRecipe;
import io.qcpruner.checkpoint.synthetic.NameLayout;
import io.qcpruner.checkpoint.synthetic.SyntheticTokenizer;
import io.qcpruner.checkpoint.synthetic.TinyModel;
import io.qcpruner.model.ModelFolders;
import io.qcpruner.model.VisionLanguageModel;
import io.qcpruner.model.internal.measure.PerplexityBench.Reading;
import io.qcpruner.model.nn.Placement;
import io.qcpruner.model.nn.WeightKind;
import io.qcpruner.model.synthetic.GeneratedCheckpoint;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Texts read as prompts and token by token. */
final class PerplexityBenchTest {
  private static final String TEXT = "The tower sees a picture; the decoder reads what is left.";

  @TempDir static Path folder;

  @BeforeAll
  static void write() throws IOException {
    String config =
        SyntheticTokenizer.withItsIds(TinyModel.LLAVA.json())
            .replace("\"vocab_size\":96", "\"vocab_size\":" + SyntheticTokenizer.SIZE);
    GeneratedCheckpoint.write(CheckpointRecipe.of(config, NameLayout.B), folder);
    SyntheticTokenizer.write(folder);
  }

  private static VisionLanguageModel open(WeightKind kind) throws IOException {
    return VisionLanguageModel.open(ModelFolders.of(folder), Placement.cpu(), kind);
  }

  @Test
  void bothReadingsFindTheSameLossWithStoredWeights() throws IOException {
    try (VisionLanguageModel model = open(WeightKind.STORED)) {
      List<int[]> pieces = PerplexityBench.pieces(model, TEXT, 20, 1000);
      PerplexityBench bench = new PerplexityBench(model, Optional.empty(), pieces);
      AtomicInteger steps = new AtomicInteger();
      TextLoss prompt = bench.read(Reading.PROMPT, steps::incrementAndGet);
      TextLoss tokens = bench.read(Reading.TOKENS, steps::incrementAndGet);
      assertEquals(2 * bench.foretold(), steps.get());
      assertEquals(bench.foretold(), prompt.loss().count());
      assertEquals(prompt.loss().value(), tokens.loss().value(), 1e-4);
      assertTrue(prompt.loss().value() > 1, "a random model does not know the text");
    }
  }

  /** More rows than logits are made for at once. */
  @Test
  void longPiecesHaveTheLossOfTheirTokens() throws IOException {
    try (VisionLanguageModel model = open(WeightKind.STORED)) {
      List<int[]> pieces = PerplexityBench.pieces(model, TEXT.repeat(3), 150, 150);
      assertEquals(1, pieces.size());
      PerplexityBench bench = new PerplexityBench(model, Optional.empty(), pieces);
      double prompt = bench.read(Reading.PROMPT, () -> {}).loss().value();
      double tokens = bench.read(Reading.TOKENS, () -> {}).loss().value();
      assertEquals(prompt, tokens, 1e-4);
    }
  }

  @Test
  void roundedWeightsAreComparedWithStoredOnes() throws IOException {
    try (VisionLanguageModel stored = open(WeightKind.STORED);
        VisionLanguageModel rounded = open(WeightKind.INT4)) {
      List<int[]> pieces = PerplexityBench.pieces(rounded, TEXT, 64, 1000);
      TextLoss with =
          new PerplexityBench(rounded, Optional.of(stored), pieces).read(Reading.TOKENS, () -> {});
      TextLoss alone =
          new PerplexityBench(rounded, Optional.empty(), pieces).read(Reading.TOKENS, () -> {});
      TextLoss exact =
          new PerplexityBench(stored, Optional.empty(), pieces).read(Reading.TOKENS, () -> {});
      assertEquals(alone.loss().value(), with.loss().value());
      assertEquals(exact.loss().value(), with.storedLoss().value());
      assertEquals(alone.loss().value() - exact.loss().value(), with.difference().value(), 1e-9);
      assertTrue(with.divergence().value() > 0);
      TextLoss self =
          new PerplexityBench(stored, Optional.of(stored), pieces).read(Reading.PROMPT, () -> {});
      assertEquals(0, self.divergence().value());
      assertEquals(1, self.sameFirstChoice().value());
    }
  }

  @Test
  void piecesCoverTheTextOnce() throws IOException {
    try (VisionLanguageModel model = open(WeightKind.STORED)) {
      List<int[]> pieces = PerplexityBench.pieces(model, TEXT, 20, 1000);
      int[] joined = pieces.stream().flatMapToInt(IntStream::of).toArray();
      int[] all = model.tokenizer().encode(TEXT).ids();
      assertEquals(List.of(20, 20, all.length - 40), pieces.stream().map(p -> p.length).toList());
      IntStream.range(0, all.length).forEach(i -> assertEquals(all[i], joined[i]));
      // a single token that is left foretells nothing
      assertEquals(1, PerplexityBench.pieces(model, TEXT, 20, 21).size());
    }
  }

  @Test
  void textsThatAreTooShortAndContextsThatAreTooLongAreRefused() throws IOException {
    try (VisionLanguageModel model = open(WeightKind.STORED)) {
      assertRefused(model, "a", 20, "1 tokens");
      assertRefused(model, TEXT, 1, "not 1");
      assertRefused(model, TEXT, 100_000, "not 100000");
    }
  }

  private static void assertRefused(
      VisionLanguageModel model, String text, int context, String part) {
    var e =
        assertThrows(
            IllegalArgumentException.class,
            () -> PerplexityBench.pieces(model, text, context, 1000));
    assertTrue(e.getMessage().contains(part), e.getMessage());
  }
}
