package io.qcpruner.model.generate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The loop on a model that always says the next letter. */
class GeneratorTest {
  private final List<String> pieces = new ArrayList<>();

  private static String letters(int[] ids) {
    StringBuilder text = new StringBuilder();
    Arrays.stream(ids).forEach(id -> text.append((char) ('a' + id)));
    return text.toString();
  }

  private static float[] logitsOf(int id) {
    float[] logits = new float[26];
    logits[Math.min(id, 25)] = 1;
    return logits;
  }

  private static float[] step(int id) {
    return logitsOf(id + 1);
  }

  private Generation run(StopRules rules) {
    Sampler sampler = new Sampler(SamplingSettings.GREEDY, new int[0]);
    return new Generator(GeneratorTest::letters, pieces::add, id -> {}, score -> {}, () -> false)
        .run(logitsOf(0), GeneratorTest::step, sampler, rules);
  }

  @Test
  void stopsAtTheLimit() {
    Generation got = run(new StopRules(4, List.of(), List.of()));
    assertEquals("abcd", got.text());
    assertEquals(FinishReason.LENGTH, got.reason());
    assertEquals(List.of("a", "b", "c", "d"), pieces);
  }

  @Test
  void stopIdIsNotPartOfTheAnswer() {
    Generation got = run(new StopRules(9, List.of(2), List.of()));
    assertArrayEquals(new int[] {0, 1}, got.ids());
    assertEquals(FinishReason.STOP, got.reason());
  }

  @Test
  void stopStringIsHeldBackAndCutOff() {
    Generation got = run(new StopRules(9, List.of(), List.of("cde", "xyz")));
    assertEquals("ab", got.text());
    assertEquals(FinishReason.STOP, got.reason());
    assertEquals("ab", String.join("", pieces));
  }

  @Test
  void heldBackTextIsSentWhenTheStopStringDoesNotCome() {
    Generation got = run(new StopRules(4, List.of(), List.of("cdx")));
    assertEquals("abcd", got.text());
    assertEquals("abcd", String.join("", pieces));
  }

  @Test
  void cancellationBetweenSteps() {
    AtomicInteger asked = new AtomicInteger();
    Sampler sampler = new Sampler(SamplingSettings.GREEDY, new int[0]);
    Generation got =
        new Generator(
                GeneratorTest::letters,
                pieces::add,
                id -> {},
                score -> {},
                () -> asked.incrementAndGet() > 3)
            .run(
                logitsOf(0), GeneratorTest::step, sampler, new StopRules(20, List.of(), List.of()));
    assertEquals("abc", got.text());
    assertEquals(FinishReason.CANCELLED, got.reason());
  }

  @Test
  void incompleteCharactersAreNotStreamed() {
    TextStream stream = new TextStream(List.of(), pieces::add);
    stream.update("a\uFFFD");
    stream.update("aé");
    stream.finish("aé");
    assertEquals(List.of("a", "é"), pieces);
  }
}
