package io.qcpruner.eval.calibrate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.qcpruner.core.utility.Utility;
import io.qcpruner.eval.calibrate.LayerStability.Agreement;
import io.qcpruner.eval.plot.LinePlot;
import java.math.BigDecimal;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Small vectors whose ranks can be written down. */
class CalibrationNumbersTest {

  @ParameterizedTest
  @CsvSource({
    "1 2 3, 1 2 3, 1",
    "1 2 3, 3 2 1, -1",
    "1 2 3 4, 1 2 4 3, 0.8",
    "1 1 2, 1 1 2, 1",
    "1 1 1, 1 2 3, 0",
    "1 2 3, 7 7 7, 0"
  })
  void spearman(String a, String b, double expected) {
    assertEquals(expected, Ranks.spearman(floats(a), floats(b)), 1e-12);
  }

  /** Two of the highest of each: the sets share 2, 1 or none of 2, 3 or 4 tokens. */
  @ParameterizedTest
  @CsvSource({
    "4 3 2 1, 4 3 2 1, 2, 1",
    "4 3 2 1, 4 1 3 2, 2, 0.3333333333333333",
    "4 3 2 1, 1 2 3 4, 2, 0",
    "5 5 5 1, 5 5 1 5, 2, 1",
    "4 3 2 1, 1 2 3 4, 9, 1"
  })
  void jaccard(String a, String b, int k, double expected) {
    assertEquals(expected, Ranks.topJaccard(floats(a), floats(b), k), 1e-12);
  }

  @Test
  void vectorsMustMatch() {
    assertRefused("vectors of 2 and 3 tokens", () -> Ranks.spearman(new float[2], new float[3]));
    assertRefused("vectors of 1 and 1 tokens", () -> Ranks.spearman(new float[1], new float[1]));
  }

  @ParameterizedTest
  @CsvSource({"32,9,11", "24,9,11", "23,19,21", "6,2,4", "4,1,2", "3,1,1", "2,1,1", "1,1,1"})
  void consensusOfModelsOfAnyDepth(int layers, int from, int to) {
    assertArrayEquals(new int[] {from, to}, LayerStability.defaultConsensus(layers));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0 | 3 | 8 | consensus layers must be a range from 1 on, not 0-3",
        "3 | 2 | 8 | consensus layers must be a range from 1 on, not 3-2",
        "1 | 1 | 0 | top-k must be at least 1, not 0",
      })
  void whatIsNoProtocolIsRefused(int from, int to, int topK, String message) {
    assertRefused(message, () -> new LayerStability(from, to, topK));
  }

  /** The largest rise before the consensus, the lower layer of equal ones. */
  @ParameterizedTest
  @CsvSource({
    "0.1 0.2 0.6 0.7, 4, 3",
    "0.25 0.5 0.75 0.8, 4, 2",
    "0.25 0.5 0.75 9, 4, 2",
    "0.9 0.5 0.4 0.3, 4, 3",
    "0.1 0.9, 1, 1",
    "0.1 0.9, 2, 1"
  })
  void theLayerBehindTheRise(String fused, int consensusFrom, int expected) {
    float[] values = floats(fused);
    List<Agreement> rows =
        IntStream.range(0, values.length)
            .mapToObj(i -> new Agreement(i + 1, values[i], 0, 0, 0))
            .toList();
    assertEquals(expected, LayerStability.choose(rows, consensusFrom));
  }

  /** Layers 2 and 3 agree; layer 1 is turned around, and the cues of layer 1 are told apart. */
  @Test
  void agreementsOfOneSampleAndTheirMean() {
    float[] up = {1, 2, 3};
    float[] down = {3, 2, 1};
    LayerStability stability = new LayerStability(2, 3, 1);
    assertEquals(new LayerStability.Protocol(2, 3, 1), stability.protocol());
    assertRefused("no samples", stability::agreements);
    Utility calm = new Utility(up, up, up);
    stability.add(List.of(calm, new Utility(up, down, down), calm, calm));
    stability.add(List.of(calm, calm, calm, calm));
    assertEquals(2, stability.samples());
    assertEquals(
        List.of(
            new Agreement(1, 0, 0.5, 0, 1),
            new Agreement(2, 1, 1, 1, 1),
            new Agreement(3, 1, 1, 1, 1)),
        stability.agreements());
    assertEquals(
        List.of("Layer", "Fused Spear.", "Top-1 Jac.", "Align. Spear.", "Hidden Spear."),
        stability.text().header());
    assertEquals(
        List.of("1 *", "0.000", "0.500", "0.000", "1.000"), stability.text().rows().get(0));
    assertEquals("Layer stability over 2 samples", stability.text().title());
    List<LinePlot> panels = stability.figure().panels();
    assertEquals(
        List.of("(a) Fused utility", "(b) Top-1 overlap", "(c) Cues"),
        panels.stream().map(LinePlot::title).toList());
    assertEquals(List.of(0.5, 1.0, 1.0), panels.get(1).series().get(0).y());
    assertEquals(List.of(1.0, 2.0, 3.0), panels.get(1).series().get(0).x());
  }

  @Test
  void theSweepOfTheFloor() {
    List<FloorSweep.Point> points =
        List.of(
            new FloorSweep.Point(new BigDecimal("0.0"), 0.25),
            new FloorSweep.Point(new BigDecimal("0.1"), 0.5));
    assertEquals(
        List.of(List.of("0.0", "0.2500"), List.of("0.1 *", "0.5000")),
        FloorSweep.text(points, "mmstar", "64").rows());
    assertEquals(
        "Utility floor on mmstar at 64 tokens", FloorSweep.text(points, "mmstar", "64").title());
    assertEquals(0.1, FloorSweep.plot(points, "mmstar").mark());
    assertEquals(List.of(0.25, 0.5), FloorSweep.plot(points, "mmstar").series().get(0).y());
    assertEquals(
        "[0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0]", FloorSweep.floors().toString());
    List<FloorSweep.Point> end = List.of(new FloorSweep.Point(new BigDecimal("1.0"), 1));
    assertRefused("no floor below 1 among " + end, () -> FloorSweep.choose(end));
  }

  private static void assertRefused(String message, Executable making) {
    assertEquals(message, assertThrows(IllegalArgumentException.class, making).getMessage());
  }

  private static float[] floats(String text) {
    String[] words = text.split(" ");
    float[] out = new float[words.length];
    for (int i = 0; i < out.length; i++) {
      out[i] = Float.parseFloat(words[i]);
    }
    return out;
  }
}
