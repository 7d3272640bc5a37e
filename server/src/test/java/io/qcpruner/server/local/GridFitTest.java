package io.qcpruner.server.local;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.qcpruner.server.local.GridFit.Part;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Grids found from what is visible of their cells. */
final class GridFitTest {

  @ParameterizedTest
  @CsvSource({"0, 14, 24, 336", "-38, 14, 24, 260", "-3.5, 10, 7, 50", "-100, 14, 24, 30"})
  void theGridThatWasCut(double start, double step, int cells, double length) {
    GridFit fit =
        GridFit.of(
            cells,
            length,
            step,
            i -> {
              double from = Math.max(0, start + i * step);
              double to = Math.min(length, start + (i + 1) * step);
              return new Part(from, Math.max(0, to - from));
            });
    assertEquals(step, fit.step(), 1e-9);
    assertEquals(start, fit.start(), 1e-9);
  }

  @ParameterizedTest
  @CsvSource({"24, 1, 208"})
  void aPictureWithinOneCellLiesInItsMiddle(int cells, double length, double step) {
    GridFit fit = GridFit.of(cells, length, step, i -> new Part(0, i == 12 ? length : 0));
    assertEquals(step, fit.step());
    assertEquals((length - step) / 2, fit.start() + 12 * step, 1e-9);
  }
}
