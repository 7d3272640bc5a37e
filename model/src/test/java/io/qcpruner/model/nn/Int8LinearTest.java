package io.qcpruner.model.nn;

import static io.qcpruner.model.nn.RandomTensors.tensor;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;

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
}
