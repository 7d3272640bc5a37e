package io.qcpruner.core.prune;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Specification of the in-decoder baselines, section 1.4: a cut before layer 2. */
class AverageTokensTest {

  @ParameterizedTest
  @CsvSource({
    "576, 32, 128, 156",
    "576, 32, 64, 96",
    "576, 32, 32, 66",
    "2880, 32, 640, 780",
    "2880, 32, 320, 480",
    "2880, 32, 160, 330",
    "1296, 28, 512, 568",
    "1296, 28, 256, 330.3",
    "1296, 28, 128, 211.4",
    "10816, 28, 4096, 4576",
    "10816, 28, 2048, 2674.3",
    "10816, 28, 1024, 1723.4"
  })
  void finalToAverage(int candidates, int layers, int kept, double average) {
    assertEquals(average, AverageTokens.ofFinal(candidates, layers, 2, kept), 0.05);
  }

  @ParameterizedTest
  @CsvSource({
    "576, 32, 192, 166.4",
    "576, 32, 128, 98.1",
    "576, 32, 64, 29.9",
    "2880, 32, 640, 490.7",
    "2880, 32, 320, 149.3",
    "1296, 28, 512, 451.7",
    "1296, 28, 256, 176",
    "1296, 28, 128, 38.2",
    "10816, 28, 4096, 3579.1",
    "10816, 28, 2048, 1373.5",
    "10816, 28, 1024, 270.8"
  })
  void averageToFinal(int candidates, int layers, int average, double kept) {
    assertEquals(kept, AverageTokens.finalFor(candidates, layers, 2, average), 0.05);
  }

  @Test
  void averagesBelowTheFullLayersAreRefused() {
    assertThrows(IllegalArgumentException.class, () -> AverageTokens.finalFor(576, 32, 2, 32));
    assertThrows(IllegalArgumentException.class, () -> AverageTokens.finalFor(2880, 32, 2, 160));
    assertThrows(IllegalArgumentException.class, () -> AverageTokens.ofFinal(576, 2, 2, 64));
    assertThrows(IllegalArgumentException.class, () -> AverageTokens.finalFor(576, 2, 2, 640));
    assertThrows(IllegalArgumentException.class, () -> AverageTokens.finalFor(576, 2, -1, 64));
    // 2 of 32 layers with 576: 36 in the mean, and nothing is left to keep
    String message =
        assertThrows(IllegalArgumentException.class, () -> AverageTokens.finalFor(576, 32, 2, 36))
            .getMessage();
    assertEquals("an average of 36.0 can't be met: 2 full layers alone cost 36.0", message);
  }
}
