package io.qcpruner.model.nn;

import static io.qcpruner.model.nn.RandomTensors.tensor;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.Random;
import org.bytedeco.pytorch.Tensor;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** 4-bit weights: prompts against double arithmetic, rows and slices against those alone. */
class Int4LinearTest {
  private static final Placement CPU = Placement.cpu();
  private static final float STEP = 0.125f;

  private final Workspace workspace = new Workspace(CPU);

  @ParameterizedTest
  @CsvSource({"1, 2, 1", "3, 33, 17", "17, 64, 130", "40, 100, 64", "5, 3000, 400"})
  void prompts(int rows, int in, int out) {
    Random random = new Random(rows);
    Scopes.run(
        () -> {
          float[] weights = multiplesOfStep(out, in, random);
          float[] x = Tensors.toFloats(tensor(random, rows, in));
          float[] bias = Tensors.toFloats(tensor(random, out));
          Linear map = map(weights, out, in, new Slice(0, out), bias);
          float[] made =
              Tensors.toFloats(map.forward(Tensors.ofFloats(x, CPU, 1, rows, in), workspace));
          double xStep = range(x) / 127;
          for (int r = 0; r < rows; r++) {
            for (int o = 0; o < out; o++) {
              double exact = bias[o];
              double error = 1e-4;
              for (int i = 0; i < in; i++) {
                double w = weights[o * in + i];
                exact += w * x[r * in + i];
                // a step of an 8-bit code is 8 / 127 of a step of a 4-bit one
                error +=
                    Math.abs(w) * xStep * 0.51 + 0.52 * STEP * 8 / 127 * Math.abs(x[r * in + i]);
              }
              assertEquals(exact, made[r * out + o], error, r + " " + o);
            }
          }
        });
  }

  private static double range(float[] x) {
    double least = 0;
    double most = 0;
    for (float value : x) {
      least = Math.min(least, value);
      most = Math.max(most, value);
    }
    return most - least;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 8, 11})
  void fewRowsAreAsIfTheyWereAlone(int rows) {
    Random random = new Random(rows);
    Scopes.run(
        () -> {
          int in = 100;
          int out = 200;
          float[] weights = Tensors.toFloats(tensor(random, out, in));
          float[] bias = Tensors.toFloats(tensor(random, out));
          Linear map = map(weights, out, in, new Slice(0, out), bias);
          float[] values = Tensors.toFloats(tensor(random, rows, in));
          Arrays.fill(values, 0, in, 0); // a row of nothing
          float[] together = multiply(map, new FewRows(values, rows, in), out);
          assertArrayEquals(bias, Arrays.copyOf(together, out));
          for (int r = 0; r < rows; r++) {
            float[] alone = Arrays.copyOfRange(values, r * in, (r + 1) * in);
            assertArrayEquals(
                multiply(map, new FewRows(alone, 1, in), out),
                Arrays.copyOfRange(together, r * out, (r + 1) * out),
                "row " + r);
          }
        });
  }

  @ParameterizedTest
  @CsvSource({"0, 64, 1", "37, 90, 1", "37, 90, 6", "63, 2, 6", "128, 22, 6", "5, 0, 1"})
  void someOutputs(int from, int count, int rows) {
    Random random = new Random(rows);
    Scopes.run(
        () -> {
          int in = 48;
          int out = 150;
          float[] weights = Tensors.toFloats(tensor(random, out, in));
          float[] bias = Tensors.toFloats(tensor(random, out));
          Slice wanted = new Slice(from, count);
          Linear whole = map(weights, out, in, new Slice(0, out), bias);
          Linear part = map(weights, out, in, wanted, Arrays.copyOfRange(bias, from, from + count));
          Tensor x = tensor(random, 1, rows, in);
          assertArrayEquals(
              Tensors.toFloats(wanted.of(whole.forward(x, workspace), -1)),
              Tensors.toFloats(part.forward(x, workspace)));
          assertArrayEquals(
              Tensors.toFloats(wanted.of(whole.forwardEach(x, workspace), -1)),
              Tensors.toFloats(part.forwardEach(x, workspace)));
        });
  }

  /** Numbers that 4 bits hold exactly: every group has the one of largest magnitude. */
  private static float[] multiplesOfStep(int out, int in, Random random) {
    float[] weights = new float[out * in];
    for (int o = 0; o < out; o++) {
      for (int i = 0; i < in; i++) {
        weights[o * in + i] = STEP * (i % 32 == 0 ? -8 : random.nextInt(16) - 8);
      }
    }
    return weights;
  }

  private static Linear map(float[] weights, int out, int in, Slice outputs, float[] bias) {
    Int4Store store = Int4Store.of(out, in, () -> Tensors.ofFloats(weights, CPU, out, in));
    return new Int4Linear(store, outputs, Tensors.ofFloats(bias, CPU, bias.length));
  }

  private float[] multiply(Linear map, FewRows x, int out) {
    float[] y = new float[x.rows() * out];
    map.multiply(x, y, 0, out, workspace);
    return y;
  }
}
