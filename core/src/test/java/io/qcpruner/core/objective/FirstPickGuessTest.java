package io.qcpruner.core.objective;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.qcpruner.core.linalg.Matrix;
import io.qcpruner.testkit.Seeded;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A guess may be wrong, but not where one token plainly comes first. */
@ExtendWith(Seeded.class)
class FirstPickGuessTest {

  @Test
  void findsTheTokenThatCoversMost(Random random) {
    for (int n : new int[] {32, 33, 100}) {
      for (int star : new int[] {0, 1, n / 2, n - 1}) {
        Matrix affinity = noise(random, n);
        join(affinity, star, 0.5f);
        assertEquals(star, guess(affinity, ones(n), ones(n)), n + " tokens, star " + star);
      }
    }
  }

  /** Its affinities are the largest by size, and negative: nothing is covered by them. */
  @Test
  void negativeAffinitiesCountForNothing(Random random) {
    Matrix affinity = noise(random, 64);
    join(affinity, 9, -0.9f);
    join(affinity, 40, 0.3f);
    assertEquals(40, guess(affinity, ones(64), ones(64)));
  }

  @Test
  void weightsOfBothSidesCount(Random random) {
    Matrix affinity = noise(random, 64);
    join(affinity, 9, 0.5f);
    join(affinity, 40, 0.4f);
    float[] candidates = ones(64);
    candidates[9] = 0.5f;
    assertEquals(40, guess(affinity, ones(64), candidates));
    // sampled targets, and only they, hold what 9 is near to
    float[] targets = new float[64];
    Matrix halves = noise(random, 64);
    for (int i = 8; i < 64; i += 16) {
      targets[i] = i == 8 ? 1f : 0.1f;
      set(halves, i, i == 8 ? 20 : 9, 0.5f);
    }
    assertEquals(20, guess(halves, targets, ones(64)));
  }

  /** More finalists than one: the estimate of the best is not the highest. */
  @Test
  void theBestOfTheFinalistsIsFoundExactly(Random random) {
    Matrix affinity = noise(random, 64);
    for (int i = 0; i < 64; i++) {
      boolean sampled = i % 16 == 8;
      for (int other : new int[] {50, 51, 52, 53, 54, 55}) {
        set(affinity, other, i, sampled ? 0.9f : 0.01f);
      }
      set(affinity, 57, i, 0.6f);
    }
    assertEquals(57, guess(affinity, ones(64), ones(64)));
  }

  @Test
  void equalTokensGoByIndex() {
    Matrix same = Matrix.zeros(48, 48);
    Arrays.fill(same.data(), 0.5f);
    assertEquals(0, guess(same, ones(48), ones(48)));
    // equal gains, the later one with the higher estimate
    Matrix two = Matrix.zeros(48, 48);
    set(two, 30, 8, 0.9f);
    set(two, 30, 9, 0.1f);
    set(two, 5, 8, 0.1f);
    set(two, 5, 9, 0.9f);
    for (int i : new int[] {30, 5}) {
      two.data()[two.offset(i) + i] = 0;
    }
    FacilityLocation f = new FacilityLocation(new DenseRows(two), ones(48), ones(48));
    assertEquals(f.gain(5, new float[48]), f.gain(30, new float[48]));
    assertEquals(5, FirstPickGuess.of(f, new float[48]));
  }

  @Test
  void smallAndUnequalSetsAreNotGuessed(Random random) {
    assertEquals(-1, guess(noise(random, 31), ones(31), ones(31)));
    Matrix wide = Inputs.gaussian(random, 40, 50);
    assertEquals(-1, guess(wide, ones(50), ones(40)));
  }

  private static int guess(Matrix affinity, float[] targets, float[] candidates) {
    FacilityLocation f = new FacilityLocation(new DenseRows(affinity), targets, candidates);
    return FirstPickGuess.of(f, new float[targets.length]);
  }

  /** Symmetric, small, nowhere 0. */
  private static Matrix noise(Random random, int n) {
    Matrix out = Matrix.zeros(n, n);
    for (int i = 0; i < n; i++) {
      for (int j = 0; j <= i; j++) {
        set(out, i, j, 0.01f + 0.05f * random.nextFloat());
      }
    }
    return out;
  }

  private static void join(Matrix affinity, int token, float value) {
    for (int i = 0; i < affinity.rows(); i++) {
      set(affinity, token, i, value);
    }
  }

  private static void set(Matrix affinity, int i, int j, float value) {
    affinity.data()[affinity.offset(i) + j] = value;
    affinity.data()[affinity.offset(j) + i] = value;
  }

  private static float[] ones(int n) {
    float[] out = new float[n];
    Arrays.fill(out, 1f);
    return out;
  }
}
