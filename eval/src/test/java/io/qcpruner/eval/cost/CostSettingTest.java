package io.qcpruner.eval.cost;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CostSettingTest {

  private static final double TERA = 1e12;

  @ParameterizedTest
  @CsvSource({
    "llava-1.5, 8.48, 128, 3.98, 3.79, 2.48",
    "llava-1.5, 8.48, 64, 3.35, 3.14, 1.64",
    "llava-1.5, 8.48, 32, 3.04, 2.81, 1.22",
    "llava-next-pope, 32.75, 640, 15.59, 14.47, 9.35",
    "llava-next-pope, 32.75, 320, 12.34, 11.09, 5.02",
    "llava-next-pope, 32.75, 160, 10.74, 9.43, 2.90",
    "llava-next, 43.41, 640, 18.36, 16.80, 9.35",
    "llava-next, 43.41, 320, 15.10, 13.42, 5.02",
    "llava-next, 43.41, 160, 13.50, 11.76, 2.90",
    "llava-video, 207.8, 4096, 113.0, 97.8, 61.2",
    "llava-video, 207.8, 2048, 89.3, 73.9, 29.3",
    "llava-video, 207.8, 1024, 78.3, 62.9, 14.6",
    "qwen2.5-vl, 18.32, 512, 10.58, 10.18, 7.46",
    "qwen2.5-vl, 18.32, 256, 8.13, 7.60, 4.03",
    "qwen2.5-vl, 18.32, 128, 6.92, 6.33, 2.34"
  })
  void tableOfTheSpecification(
      String name, String full, int budget, String exact, String paper, String early) {
    CostSetting setting = CostSetting.named(name).orElseThrow();
    assertPrinted(full, setting.unpruned());
    assertPrinted(exact, setting.exact(budget));
    assertPrinted(paper, setting.paper(budget));
    assertPrinted(early, setting.early(budget));
  }

  @Test
  void efficiencyTableOfThePaper() {
    CostSetting pope = CostSetting.named("llava-next-pope").orElseThrow();
    assertPrinted("32.75", pope.unpruned());
    assertPrinted("5.02", pope.early(320));
    assertPrinted("5.89", pope.afterFirst(320));
    assertPrinted("11.09", pope.paper(320));
    // as described: eight full layers, with and without newlines
    assertPrinted("11.96", pope.decoder().split(8, 2312, 382));
    assertPrinted("12.34", pope.exact(320));
    assertPrinted("41.65", pope.decoder().unpruned(2880));
  }

  @Test
  void closedFormsOfTheSpecification() {
    PrefillFlops llama = CostSetting.named("llava-1.5").orElseThrow().decoder();
    PrefillFlops qwen = CostSetting.named("qwen2.5-vl").orElseThrow().decoder();
    for (int n : new int[] {1, 638, 2990}) {
      assertEquals(12.952e9 * n + 524_288.0 * n * n, llama.unpruned(n), 1e-4 * llama.unpruned(n));
      assertEquals(13.051e9 * n + 401_408.0 * n * n, qwen.unpruned(n), 1e-4 * qwen.unpruned(n));
    }
  }

  @Test
  void measuredRowsEqualTheFormula() {
    CostSetting setting = CostSetting.named("llava-1.5").orElseThrow();
    int[] rows = new int[32];
    Arrays.fill(rows, 64 + 62);
    Arrays.fill(rows, 0, 8, 638);
    assertEquals(setting.exact(64), setting.decoder().measured(rows), 1);
  }

  /** Rows of a run with 38 newlines give the printed numbers of the paper's Table 3. */
  @Test
  void runsInThePapersCounting() {
    PrefillFlops decoder = CostSetting.named("llava-next-pope").orElseThrow().decoder();
    assertPrinted("11.09", decoder.paper(cut(8), 38));
    assertPrinted("5.89", decoder.paper(cut(2), 38));
    assertPrinted("5.02", decoder.paper(cut(0), 38));
    int[] full = new int[32];
    Arrays.fill(full, 2312);
    assertPrinted("32.75", decoder.paper(full, 0));
  }

  private static int[] cut(int fullLayers) {
    int[] rows = new int[32];
    Arrays.fill(rows, 320 + 38 + 62);
    Arrays.fill(rows, 0, fullLayers, 2312);
    return rows;
  }

  /** SparseVLM cuts three times; its 6.2 in the paper's table is of a schedule not printed. */
  @Test
  void stagesOfSparseVlm() {
    CostSetting pope = CostSetting.named("llava-next-pope").orElseThrow();
    assertPrinted("4.63", pope.sparseVlm(320).orElseThrow());
    assertTrue(pope.sparseVlm(160).isEmpty(), "no schedule averages 160 of 2880");
  }

  @Test
  void wrongShapesAreNamed() {
    var error =
        assertThrows(IllegalArgumentException.class, () -> new PrefillFlops(8, 8, 0, 1, 1, 8));
    assertEquals("layers must be at least 1, not 0", error.getMessage());
    assertThrows(
        IllegalArgumentException.class,
        () -> new CostSetting("x", "x", new PrefillFlops(8, 8, 2, 1, 1, 8), 9, 0, 1, 2, List.of()));
  }

  /** Equal to half a unit of the last printed digit. */
  private static void assertPrinted(String printed, double flops) {
    int digits = printed.length() - printed.indexOf('.') - 1;
    assertEquals(Double.parseDouble(printed), flops / TERA, 0.5001 * Math.pow(10, -digits));
  }
}
