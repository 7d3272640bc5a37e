package io.qcpruner.model.generate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class SamplerTest {
  private static final int[] NONE = {};

  @Test
  void greedyTakesTheLowestIdOfEqualLogits() {
    assertEquals(1, greedy(SamplingSettings.GREEDY, NONE, -1, 3, 3, 2));
  }

  @Test
  void paddingOfTheVocabularyIsNeverChosen() {
    assertEquals(0, greedy(SamplingSettings.GREEDY.withVocabularyLimit(2), NONE, 1, 0, 9, 9));
  }

  @Test
  void presentTokensArePenalisedOnTheirOwnSide() {
    SamplingSettings settings = SamplingSettings.GREEDY.withRepetitionPenalty(2);
    // 4/2 = 2 loses against 3
    assertEquals(1, greedy(settings, new int[] {0}, 4, 3, 0, 0));
    // -1 * 2 = -2 loses against -1.5
    assertEquals(1, greedy(settings, new int[] {0}, -1, -1.5f, -9, -9));
    Sampler sampler = new Sampler(settings, NONE);
    float[] logits = {4, 3};
    assertEquals(0, sampler.next(logits));
    assertEquals(1, sampler.next(logits));
    assertEquals(4f, logits[0]);
  }

  @Test
  void theSameSeedDrawsTheSameTokens() {
    SamplingSettings settings = new SamplingSettings(0.8, 0.9, 42, 1, 0);
    float[] logits = {1, 2, 1.5f, 0, -3};
    Sampler a = new Sampler(settings, NONE);
    Sampler b = new Sampler(settings, NONE);
    for (int i = 0; i < 50; i++) {
      assertEquals(a.next(logits), b.next(logits));
    }
  }

  @Test
  void drawsFollowTheProbabilities() {
    int[] count = draw(new SamplingSettings(1, 1, 7, 1, 0), 20000);
    // p = 0.6, 0.3, 0.1; four standard deviations of 20000 draws
    assertEquals(0.6, count[0] / 20000.0, 0.014);
    assertEquals(0.3, count[1] / 20000.0, 0.013);
    assertEquals(0.1, count[2] / 20000.0, 0.009);
  }

  @Test
  void neighbouringSeedsDrawIndependently() {
    int values = 64;
    float[] even = new float[values];
    int[] count = new int[values];
    for (int seed = 0; seed < 6400; seed++) {
      count[new Sampler(new SamplingSettings(1, 1, seed, 1, 0), NONE).next(even)]++;
    }
    // 100 first draws of each value, six standard deviations
    for (int c : count) {
      assertEquals(100, c, 60);
    }
  }

  @Test
  void topPCutsTheTail() {
    int[] count = draw(new SamplingSettings(1, 0.85, 7, 1, 0), 5000);
    assertEquals(0, count[2]);
    assertTrue(count[0] > count[1] && count[1] > 0);
  }

  @Test
  void refusesImpossibleSettings() {
    assertThrows(IllegalArgumentException.class, () -> new SamplingSettings(-1, 1, 0, 1, 0));
    assertThrows(IllegalArgumentException.class, () -> new SamplingSettings(1, 0, 0, 1, 0));
    assertThrows(IllegalArgumentException.class, () -> new SamplingSettings(1, 1, 0, 0, 0));
    assertThrows(
        IllegalArgumentException.class, () -> new SamplingSettings(Double.NaN, 1, 0, 1, 0));
  }

  private static int[] draw(SamplingSettings settings, int times) {
    float[] logits = {(float) Math.log(0.6), (float) Math.log(0.3), (float) Math.log(0.1)};
    Sampler sampler = new Sampler(settings, NONE);
    int[] count = new int[3];
    for (int i = 0; i < times; i++) {
      count[sampler.next(logits)]++;
    }
    return count;
  }

  private static int greedy(SamplingSettings settings, int[] present, float... logits) {
    return new Sampler(settings, present).next(logits);
  }
}
