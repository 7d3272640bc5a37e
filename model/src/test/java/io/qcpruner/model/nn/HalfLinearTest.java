package io.qcpruner.model.nn;

import static io.qcpruner.model.nn.RandomTensors.tensor;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.checkpoint.weights.WeightsException;
import java.util.Random;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Packed 16-bit products against float ones. */
class HalfLinearTest {
  private static final Placement CPU = Placement.cpu();

  /** Odd sizes, because the kernel works in blocks of 16 columns, 120 rows and 512 terms. */
  @ParameterizedTest
  @CsvSource({"1, 24, 40", "3, 33, 17", "7, 16, 513", "126, 130, 64", "251, 1, 1030"})
  void equalsWidenedWeights(int rows, int out, int in) {
    Random random = new Random(rows);
    Scopes.run(
        () -> {
          Tensor weight = tensor(random, out, in).to(ScalarType.Half);
          TensorOptional bias = new TensorOptional(tensor(random, out));
          Tensor x = tensor(random, 1, rows, in);
          // both sum floats, in different orders: terms below 1, so about in roundings of sqrt(in)
          float sums = (float) (in * Math.sqrt(in) * Math.ulp(1f));
          assertClose(weight, bias, x, sums);
          assertClose(weight, new TensorOptional(), x, sums);
        });
  }

  @Test
  void keepsTheDigitsOfBrainFloats() {
    Random random = new Random(9);
    Scopes.run(
        () -> {
          Tensor weight = tensor(random, 48, 64).to(ScalarType.BFloat16);
          Tensor small = weight.mul(scalar(1e-4)); // many below 2⁻¹⁴
          Tensor x = tensor(random, 1, 5, 64);
          assertClose(weight, new TensorOptional(), x, 64 * 8 * Math.ulp(1f));
          // each of 64 terms off by at most half of 2⁻²⁴
          assertClose(small, new TensorOptional(), x, 64 * (float) Math.pow(2, -25) + 1e-9f);
        });
  }

  @Test
  void readsRowsThatAreNotContiguous() {
    Random random = new Random(3);
    Scopes.run(
        () -> {
          Tensor weight = tensor(random, 24, 40).to(ScalarType.Half);
          Tensor x = tensor(random, 1, 40, 6).transpose(1, 2);
          assertClose(weight, new TensorOptional(), x, 1e-4f);
        });
  }

  @Test
  void oneAndTwoThreadsGiveTheSameBits() {
    int before = torch.get_num_threads();
    Random random = new Random(4);
    Scopes.run(
        () -> {
          try {
            Linear linear =
                HalfLinear.of(() -> tensor(random, 96, 80), new TensorOptional(tensor(random, 96)));
            Tensor x = tensor(random, 1, 130, 80);
            torch.set_num_threads(1);
            float[] one = Tensors.toFloats(linear.forward(x, new Workspace(CPU)));
            torch.set_num_threads(2);
            assertArrayEquals(one, Tensors.toFloats(linear.forward(x, new Workspace(CPU))));
          } finally {
            torch.set_num_threads(before);
          }
        });
  }

  @ParameterizedTest
  @ValueSource(floats = {70000, Float.NaN, Float.NEGATIVE_INFINITY})
  void namesTheTensorThatDoesNotFit(float value) {
    Scopes.run(
        () -> {
          Tensor weight = Tensors.ofFloats(new float[] {0, 1, value, 2}, CPU, 2, 2);
          ModuleFactory modules = new ModuleFactory(only(weight), CPU, WeightKind.HALF);
          WeightsException e =
              assertThrows(WeightsException.class, () -> modules.linear("lm.q", 2, 2, false));
          assertTrue(e.getMessage().startsWith("tensor lm.q.weight: the largest"), e.getMessage());
        });
  }

  @Test
  void gpusHaveNoPackedProducts() {
    Placement gpu = Placement.named("cuda");
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class,
            () -> new ModuleFactory(only(null), gpu, WeightKind.HALF));
    assertTrue(e.getMessage().contains("cuda"), e.getMessage());
  }

  private static void assertClose(Tensor weight, TensorOptional bias, Tensor x, float tolerance) {
    Workspace workspace = new Workspace(CPU);
    Linear wide = new PlainLinear(weight.to(ScalarType.Float), bias);
    assertArrayEquals(
        Tensors.toFloats(wide.forward(x, workspace)),
        Tensors.toFloats(HalfLinear.of(() -> weight, bias).forward(x, workspace)),
        tolerance);
  }

  private static Weights only(Tensor weight) {
    return new Weights() {
      @Override
      public boolean has(String name) {
        return true;
      }

      @Override
      public Tensor get(String name, long... shape) {
        return weight;
      }
    };
  }

  private static org.bytedeco.pytorch.Scalar scalar(double value) {
    return new org.bytedeco.pytorch.Scalar(value);
  }
}
