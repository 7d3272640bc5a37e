package io.qcpruner.model.nn;

import static io.qcpruner.model.nn.RandomTensors.tensor;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.Arrays;
import java.util.Random;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** 8-bit weights as they lie in a file against libtorch's packed ones, bit for bit. */
class MappedInt8LinearTest {
  private static final Placement CPU = Placement.cpu();

  private final Workspace workspace = new Workspace(CPU);

  @ParameterizedTest
  @CsvSource({"1, 2, 1", "3, 33, 17", "17, 64, 40", "40, 100, 96", "5, 1024, 65"})
  void prompts(int rows, int in, int out) {
    Random random = new Random(rows);
    Scopes.run(
        () -> {
          Tensor weight = tensor(random, out, in);
          Tensor bias = tensor(random, out);
          for (double factor : new double[] {1, 1e-7, 300}) {
            Tensor x = tensor(random, 1, rows, in).add(new Scalar(0.2)).mul(new Scalar(factor));
            assertArrayEquals(
                Tensors.toFloats(packed(weight, bias).forward(x, workspace)),
                Tensors.toFloats(mapped(weight, bias).forward(x, workspace)));
          }
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 9})
  void fewRows(int rows) {
    Random random = new Random(rows);
    Scopes.run(
        () -> {
          int in = 100;
          int out = 33;
          Tensor weight = tensor(random, out, in);
          Tensor bias = tensor(random, out);
          float[] values = Tensors.toFloats(tensor(random, rows, in));
          Arrays.fill(values, 0, in, 0); // a row of nothing
          FewRows x = new FewRows(values, rows, in);
          float[] expected = multiply(packed(weight, bias), x, out);
          assertArrayEquals(expected, multiply(mapped(weight, bias), x, out));
          for (int r = 0; r < rows; r++) { // rows are as if they were alone
            float[] alone = Arrays.copyOfRange(values, r * in, (r + 1) * in);
            assertArrayEquals(
                Arrays.copyOfRange(expected, r * out, (r + 1) * out),
                multiply(mapped(weight, bias), new FewRows(alone, 1, in), out));
          }
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 6})
  void someOutputs(int rows) {
    Random random = new Random(rows);
    Scopes.run(
        () -> {
          Tensor weight = tensor(random, 20, 48);
          Slice wanted = new Slice(3, 9);
          PackedParts parts = PackedParts.int8(weight).rows(wanted);
          Tensor x = tensor(random, 1, rows, 48);
          assertArrayEquals(
              Tensors.toFloats(wanted.of(mapped(weight, null).forward(x, workspace), -1)),
              Tensors.toFloats(new MappedInt8Linear(parts, null).forward(x, workspace)));
          Tensor each = wanted.of(mapped(weight, null).forwardEach(x, workspace), -1);
          assertArrayEquals(
              Tensors.toFloats(each),
              Tensors.toFloats(new MappedInt8Linear(parts, null).forwardEach(x, workspace)));
        });
  }

  private float[] multiply(Linear map, FewRows x, int out) {
    float[] y = new float[x.rows() * out];
    map.multiply(x, y, 0, out, workspace);
    return y;
  }

  private static Linear packed(Tensor weight, Tensor bias) {
    TensorOptional optional = bias == null ? new TensorOptional() : new TensorOptional(bias);
    return Int8Linear.of(() -> weight, optional);
  }

  private static Linear mapped(Tensor weight, Tensor bias) {
    return new MappedInt8Linear(PackedParts.int8(weight), bias);
  }
}
