package io.qcpruner.cli.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class BenchSampleTest {

  /** Squares of the differences from 5 add up to 20; 20 / 3 / 4 is the variance of the mean. */
  @Test
  void meanAndItsError() {
    BenchSample sample = new BenchSample(2, 4, 6, 8);
    assertEquals(5, sample.mean());
    assertEquals(Math.sqrt(20 / 3.0 / 4), sample.error(), 1e-12);
    assertEquals(0, new BenchSample(7).error());
  }

  @Test
  void errorsOfRatiosAddLikeSidesOfATriangle() {
    BenchSample a = new BenchSample(9, 11); // error 1, a tenth
    BenchSample b = new BenchSample(4, 4, 4);
    assertEquals(0.1, a.ratioError(b), 1e-12);
    assertEquals(0.1 * Math.sqrt(2), a.ratioError(a), 1e-12);
  }
}
