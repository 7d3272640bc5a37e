package io.qcpruner.cli.bench;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class QuantileTest {

  @Test
  void interpolates() {
    double[] values = {4, 1, 3, 2};
    assertEquals(1, Quantile.of(values, 0));
    assertEquals(1.75, Quantile.of(values, 0.25));
    assertEquals(2.5, Quantile.of(values, 0.5));
    assertEquals(4, Quantile.of(values, 1));
    assertArrayEquals(new double[] {4, 1, 3, 2}, values);
    assertEquals(7, Quantile.of(new double[] {7}, 0.25));
  }

  @Test
  void theMedianIsTheMiddle() {
    assertEquals(5, Median.of(DoubleStream.of(9, 5, 1)));
    assertEquals(6, Median.of(DoubleStream.of(9, 5, 1, 7)));
  }
}
