package io.qcpruner.model;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.checkpoint.synthetic.TinyModel;
import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.core.prune.Budget;
import io.qcpruner.media.RgbImage;
import io.qcpruner.media.video.VideoFrames;
import io.qcpruner.model.generate.SamplingSettings;
import io.qcpruner.model.prune.StageClock.Part;
import io.qcpruner.model.synthetic.TinyFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The whole way from pixels and text to an answer, on the four tiny models. */
final class VisionLanguageModelTest {
  private static final String QUESTION = "What color is the bus on the left?";

  @TempDir Path folder;

  private VisionLanguageModel open(TinyModel model) throws IOException {
    return VisionLanguageModel.open(TinyFolder.write(model, folder));
  }

  private static EncodedVisual see(VisionLanguageModel model, TinyModel which, int seed)
      throws IOException {
    if (which == TinyModel.VIDEO) {
      List<RgbImage> frames = List.of(noise(seed), noise(seed + 1), noise(seed + 2));
      return model.encode(new VideoFrames(frames, new int[] {0, 1, 2}, 3, 1));
    }
    return model.encode(noise(seed));
  }

  private static RgbImage noise(int seed) {
    byte[] rgb = new byte[3 * 90 * 70];
    new Random(seed).nextBytes(rgb);
    return new RgbImage(90, 70, rgb);
  }

  private static Ask pruned(VisionLanguageModel model, Budget budget) {
    return Ask.of(QUESTION).withMaxNewTokens(6).with(MethodSpec.of("qcpruner", budget));
  }

  @ParameterizedTest
  @EnumSource(TinyModel.class)
  void prunesWhereAskedAndReportsIt(TinyModel which) throws IOException {
    try (VisionLanguageModel model = open(which);
        EncodedVisual seen = see(model, which, 1)) {
      Reply full = model.ask(seen, Ask.of(QUESTION).withMaxNewTokens(6));
      Reply half = model.ask(seen, pruned(model, new Budget.Ratio(0.5)));
      assertEquals(full.visualTokens(), full.keptTokens());
      assertEquals(full.visualTokens(), half.visualTokens());
      int kept = half.steps().get(0).result().trace().kept().length;
      assertEquals(kept, half.keptTokens());
      assertTrue(half.keptTokens() < half.visualTokens());
      assertEquals(List.of("bus", "color", "left"), sortedKeywords(half));
      long[] rows = half.rowsPerLayer();
      assertEquals(full.rowsPerLayer()[0], rows[0]);
      assertTrue(rows[rows.length - 1] < rows[0]);
      assertTrue(half.cacheBytes() <= full.cacheBytes());
      assertTrue(half.clock().nanos(Part.SELECTION) > 0);
      assertTrue(half.clock().nanos(Part.PREFILL_AFTER) > 0);
    }
  }

  private static List<String> sortedKeywords(Reply reply) {
    return reply.anchors().orElseThrow().keywords().stream().map(k -> k.word()).sorted().toList();
  }

  @ParameterizedTest
  @EnumSource(TinyModel.class)
  void keepingEverythingIsTheFullModel(TinyModel which) throws IOException {
    try (VisionLanguageModel model = open(which);
        EncodedVisual seen = see(model, which, 2)) {
      Reply full = model.ask(seen, Ask.of(QUESTION).withMaxNewTokens(6));
      Reply all = model.ask(seen, pruned(model, new Budget.Total(100_000)));
      assertArrayEquals(full.generation().ids(), all.generation().ids());
      assertArrayEquals(full.rowsPerLayer(), all.rowsPerLayer());
    }
  }

  @Test
  void samplingRepeatsWithItsSeed() throws IOException {
    try (VisionLanguageModel model = open(TinyModel.LLAVA);
        EncodedVisual seen = see(model, TinyModel.LLAVA, 3)) {
      Ask hot = Ask.of(QUESTION).withMaxNewTokens(8).with(new SamplingSettings(2, 1, 5, 1, 0));
      int[] once = model.ask(seen, hot).generation().ids();
      assertArrayEquals(once, model.ask(seen, hot).generation().ids());
    }
  }

  @Test
  void mistakesAreNamed() throws IOException {
    try (VisionLanguageModel model = open(TinyModel.LLAVA);
        EncodedVisual seen = see(model, TinyModel.LLAVA, 4)) {
      assertMessage("known: qcpruner", () -> model.method("qcprunner"));
      assertMessage("segments a video", () -> model.method("fastvid"));
      assertMessage("CLIP text tower missing", () -> model.method("cdpruner"));
      assertMessage("layers 0 to 3", () -> model.method(MethodSpec.parse("qcpruner:layer=4")));
      assertMessage("[0, 1]", () -> model.method(MethodSpec.parse("qcpruner:rho=1.5")));
      assertMessage("context", () -> model.ask(seen, Ask.of("word ".repeat(900))));
      assertMessage("empty", () -> Ask.of("  "));
    }
  }

  private static void assertMessage(String part, Runnable body) {
    String message = assertThrows(IllegalArgumentException.class, body::run).getMessage();
    assertTrue(message.contains(part), message);
  }
}
