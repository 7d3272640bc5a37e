package io.qcpruner.core.select;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.core.linalg.Matrix;
import io.qcpruner.core.objective.DenseGreedy;
import io.qcpruner.core.objective.Greedy;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** What selectors say of their choice: order, objective and work, on numbers done by hand. */
class ObjectivesTest {

  /** Four tokens; 0 and 1 are near, 2 is half way, 3 is apart. */
  private static SelectorInput input() {
    float[] cosine = {
      1, 0.9f, 0.5f, 0.1f, 0.9f, 1, 0.5f, 0.2f, 0.5f, 0.5f, 1, 0.3f, 0.1f, 0.2f, 0.3f, 1
    };
    return SelectorInput.ofCosine(new Matrix(cosine, 4, 4))
        .withUtility(new float[] {0.25f, 1, 0.5f, 0.75f})
        .withRho(0);
  }

  @Test
  void keptIsAscendingWhateverTheOrder() {
    Selection selection = new Selection(new int[] {5, 1, 3}, new float[3], 0);
    assertArrayEquals(new int[] {1, 3, 5}, selection.kept());
    assertArrayEquals(new int[] {5, 1, 3}, selection.order());
    assertEquals(3, selection.size());
  }

  @Test
  void topKSumsItsUtilities() {
    Selection top = new TopKSelector().select(input(), 3);
    assertArrayEquals(new int[] {1, 3, 2}, top.order());
    assertEquals(2.25, top.objective(), 1e-6);
  }

  @Test
  void mmrSumsItsScores() {
    Selection mmr = new MmrSelector(0.5f).select(input(), 2);
    assertArrayEquals(new int[] {1, 3}, mmr.order());
    // utilities from 0 to 1: 0.5 * 1 - 0, then 0.5 * 2 / 3 - 0.5 * 0.2
    assertArrayEquals(new float[] {0.5f, 0.7f / 3}, mmr.gains(), 1e-6f);
    assertEquals(2.2 / 3, mmr.objective(), 1e-6);
  }

  /** The most alone first; the objective is the smallest distance between two that were kept. */
  @Test
  void maxMinTellsTheSmallestDistance() {
    Selection apart = new MaxMinSelector().select(input(), 3);
    assertEquals(3, apart.order()[0]);
    assertArrayEquals(new int[] {3, 0, 2}, apart.order());
    assertEquals(0.5, apart.objective(), 1e-6);
    assertEquals(0.9, new MaxMinSelector().select(input(), 2).objective(), 1e-6);
    assertTrue(Double.isNaN(new MaxMinSelector().select(input(), 1).objective()));
  }

  @Test
  void amplitudesRunFromOneToOnePointTwo() {
    double[] norms = new double[101];
    Arrays.setAll(norms, i -> i);
    float[] amplitudes = SelfNoveltySelector.amplitudes(norms);
    assertEquals(1f, amplitudes[0]);
    assertEquals(1f, amplitudes[5]);
    assertEquals(1.2f, amplitudes[95], 1e-5f);
    assertEquals(1.2f, amplitudes[100], 1e-6f);
    assertEquals(1.1f, amplitudes[50], 1e-4f);
    // all alike: nobody stands out
    assertArrayEquals(
        new float[] {1, 1, 1}, SelfNoveltySelector.amplitudes(new double[] {2, 2, 2}));
    // between two norms, a percentile lies on the line between them
    assertEquals(1.1f, SelfNoveltySelector.amplitudes(new double[] {0, 5, 10})[1], 1e-4f);
  }

  @Test
  void optionsAreKeptWhenOneIsChanged() {
    Greedy dense = new DenseGreedy();
    SelectorOptions options =
        SelectorOptions.STANDARD
            .withGreedy(dense)
            .withTiled(true)
            .withTies(Ties.LOWEST)
            .withLambda(0.25f)
            .withTextTemperature(0.5f);
    assertSame(dense, options.greedy());
    assertTrue(options.tiled());
    assertEquals(Ties.LOWEST, options.ties());
    assertEquals(0.25f, options.lambda());
    assertEquals(0.5f, options.additive().textTemperature());
    assertEquals(SelectorOptions.STANDARD.additive().alpha(), options.additive().alpha());
    assertFalse(options.withTiled(false).tiled());
    assertThrows(IllegalArgumentException.class, () -> options.withLambda(1.01f));
  }

  /** Ties cost a second search, and its work is counted. */
  @Test
  void workOfBothSearchesIsCounted() {
    Matrix same = Matrix.zeros(6, 6);
    Arrays.fill(same.data(), 1f);
    SelectorInput input =
        SelectorInput.ofCosine(same).withUtility(new float[] {1, 0, 0, 0, 0, 0}).withRho(0);
    Selection selection = Selectors.create("coverage", SelectorOptions.STANDARD).select(input, 3);
    assertEquals(3, selection.size());
    assertTrue(selection.evaluations() >= 12, "two passes over six: " + selection.evaluations());
  }
}
