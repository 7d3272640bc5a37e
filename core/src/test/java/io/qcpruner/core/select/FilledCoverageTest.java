package io.qcpruner.core.select;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.core.linalg.Matrix;
import io.qcpruner.core.objective.EdgeWeight;
import io.qcpruner.testkit.Seeded;
import java.util.Arrays;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(Seeded.class)
class FilledCoverageTest {

  private static final CoverageSelector COVERAGE = new CoverageSelector(EdgeWeight.BILATERAL);
  private static final int TOKENS = 40;

  /** States that are nearly alike: one token of the largest utility represents all others. */
  private static SelectorInput alike(Random random, float rho) {
    float[] states = new float[TOKENS * 6];
    float[] utility = new float[TOKENS];
    for (int i = 0; i < TOKENS; i++) {
      utility[i] = 0.05f + 0.9f * random.nextFloat();
      for (int d = 0; d < 6; d++) {
        states[i * 6 + d] = 1 + 0.02f * random.nextFloat();
      }
    }
    return SelectorInput.ofFeatures(new Matrix(states, TOKENS, 6))
        .withUtility(utility)
        .withRho(rho);
  }

  @Test
  void emptyPlacesGoToTheLargestUtility(Random random) {
    SelectorInput input = alike(random, 0);
    int k = 12;
    Selection covered = COVERAGE.select(input, k);
    Selection filled = new FilledCoverageSelector().select(input, k);
    int useful = (int) IntStream.range(0, k).filter(t -> covered.gains()[t] > 0).count();
    assertTrue(useful > 0 && useful < k, "useful picks: " + useful);
    assertArrayEquals(
        Arrays.copyOf(covered.order(), useful), Arrays.copyOf(filled.order(), useful));
    Set<Integer> kept = Arrays.stream(filled.order()).boxed().collect(Collectors.toSet());
    assertEquals(k, kept.size());
    float least = Float.MAX_VALUE;
    for (int t = useful; t < k; t++) {
      least = Math.min(least, input.utility()[filled.order()[t]]);
    }
    for (int i = 0; i < TOKENS; i++) {
      assertTrue(
          kept.contains(i) || input.utility()[i] <= least, "token " + i + " was passed over");
    }
  }

  @Test
  void usefulPicksStayAsTheyAre(Random random) {
    float[] states = new float[TOKENS * TOKENS];
    float[] utility = new float[TOKENS];
    for (int i = 0; i < TOKENS; i++) {
      states[i * TOKENS + i] = 1; // nothing represents anything else
      utility[i] = 0.1f + random.nextFloat();
    }
    SelectorInput input =
        SelectorInput.ofFeatures(new Matrix(states, TOKENS, TOKENS)).withUtility(utility);
    assertArrayEquals(
        COVERAGE.select(input, 9).order(), new FilledCoverageSelector().select(input, 9).order());
  }

  @Test
  void everythingIsKeptWhenEverythingFits(Random random) {
    assertEquals(TOKENS, new FilledCoverageSelector().select(alike(random, 0), TOKENS).size());
  }
}
