package io.qcpruner.model.nn;

import static io.qcpruner.model.nn.RandomTensors.tensor;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Packed 8-bit products against float ones. */
class Int8LinearTest {
  private static final Placement CPU = Placement.cpu();

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 17})
  void staysWithinTheRoundingOfWeightsAndActivations(int rows) {
    Random random = new Random(rows);
    Scopes.run(
        () -> {
          Tensor weight = tensor(random, 24, 32);
          TensorOptional bias = new TensorOptional(tensor(random, 24));
          Tensor x = tensor(random, 1, rows, 32);
          Workspace workspace = new Workspace(CPU);
          float[] exact = Tensors.toFloats(new PlainLinear(weight, bias).forward(x, workspace));
          Linear packed = Int8Linear.of(() -> weight, bias);
          // 32 terms, each off by at most half a step of 1/127 (weight) and of 2/127 (activation)
          float most = 32 * (0.5f / 127 + 1f / 127);
          assertArrayEquals(exact, Tensors.toFloats(packed.forward(x, workspace)), most);
          assertArrayEquals(exact, Tensors.toFloats(packed.forwardEach(x, workspace)), most);
        });
  }

  /** A row that holds no numbers stays one, and those beside it do not notice. */
  @ParameterizedTest
  @ValueSource(floats = {Float.NaN, Float.POSITIVE_INFINITY})
  void aBrokenRowBreaksNoOther(float broken) {
    float[] ones = new float[3 * 32];
    Arrays.fill(ones, 1);
    Scopes.run(
        () -> {
          Tensor weight = Tensors.ofFloats(ones, CPU, 3, 32);
          Linear packed = Int8Linear.of(() -> weight, new TensorOptional());
          float[] x = new float[2 * 32];
          Arrays.fill(x, 0.5f);
          x[40] = broken;
          float[] y = new float[2 * 3];
          packed.multiply(new FewRows(x, 2, 32), y, 0, 3, new Workspace(CPU));
          assertArrayEquals(new float[] {16, 16, 16}, Arrays.copyOf(y, 3), 0.2f);
          for (int o = 3; o < 6; o++) {
            assertTrue(Float.isNaN(y[o]), "output " + o + " is " + y[o]);
          }
        });
  }
}
