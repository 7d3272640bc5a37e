package io.qcpruner.checkpoint.weights;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Numbers made by twenty lines of Python from the definition: FNV-1a and SplitMix64. */
class SeededValuesTest {

  @ParameterizedTest
  @CsvSource({
    "proj.fc1.weight,32x16,-0.11324861645698547,0.16792242228984833,-0.31147709488868713",
    "lm.norm.weight,8,0.9919218420982361,1.0787770748138428,0.9732164740562439",
    "newline,8,-0.2171037793159485,0.1252908706665039,-0.25799548625946045",
    "x.bias,8,-0.041928935796022415,-0.046751733869314194,0.00513045210391283",
    "vision.embeddings.patch_embedding.weight,16x3x14x14,0.000545850838534534,"
        + "0.040361907333135605,-0.0028428095392882824"
  })
  void valuesByKind(String name, String shape, float first, float second, float third) {
    long[] sizes = java.util.Arrays.stream(shape.split("x")).mapToLong(Long::parseLong).toArray();
    float[] values = new float[3];
    SeededValues.of(name, sizes).fill(values, 3, 0);
    assertArrayEquals(new float[] {first, second, third}, values);
  }

  @Test
  void unscaledValuesAndLongPieces() {
    SeededValues probe = SeededValues.unscaled("probe");
    assertEquals(-0.5088361501693726f, probe.at(0));
    assertEquals(-0.9161300659179688f, probe.at(70_000));
    float[] many = new float[140_001];
    probe.fill(many, 140_000, 3);
    assertEquals(probe.at(3), many[0]);
    assertEquals(-0.9161300659179688f, many[69_997]);
    assertEquals(probe.at(140_002), many[139_999]);
    assertEquals(0, many[140_000], "after the count nothing is written");
  }
}
