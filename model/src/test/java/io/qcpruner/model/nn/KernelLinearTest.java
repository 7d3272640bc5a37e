package io.qcpruner.model.nn;

import static io.qcpruner.model.nn.RandomTensors.tensor;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.kernels.CodeBits;
import io.qcpruner.kernels.CodeMatrix;
import io.qcpruner.kernels.RowKernels;
import io.qcpruner.kernels.RowView;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Maps of all kinds of weights: prompts by kernels and by the engine, new tokens, slices. */
class KernelLinearTest {
  private static final Placement CPU = Placement.cpu();

  private final Workspace workspace = new Workspace(CPU);

  enum Kind {
    F32(1e-5f),
    F16(1e-5f),
    BF16(1e-5f),
    INT8(0.05f),
    INT4(0.05f);

    /** Of a term, by which activations of our kernels are rounded. */
    final float error;

    Kind(float error) {
      this.error = error;
    }

    boolean isCode() {
      return this == INT8 || this == INT4;
    }

    KernelLinear of(Tensor weight, TensorOptional bias) {
      Slice all = new Slice(0, weight.size(0));
      return of(weight, all, bias);
    }

    KernelLinear of(Tensor weight, Slice outputs, TensorOptional bias) {
      return switch (this) {
        case F32 -> new PlainLinear(outputs.of(weight, 0), bias);
        case F16 -> new NarrowLinear(outputs.of(weight.to(ScalarType.Half), 0), bias);
        case BF16 -> new NarrowLinear(outputs.of(weight.to(ScalarType.BFloat16), 0), bias);
        case INT8 -> codes(CodeBits.EIGHT, weight, outputs, bias);
        case INT4 -> codes(CodeBits.FOUR, weight, outputs, bias);
      };
    }

    private static KernelLinear codes(
        CodeBits bits, Tensor weight, Slice outputs, TensorOptional bias) {
      PackedParts parts = PackedParts.rounded(bits, weight);
      CodeMatrix matrix = parts.matrix((int) weight.size(0), (int) weight.size(1));
      return new CodeLinear(parts, matrix, outputs, bias);
    }
  }

  /** Terms below 1; the weights of both ways are the same numbers. */
  @ParameterizedTest
  @EnumSource
  void kernelsAndEngineAgree(Kind kind) {
    for (int[] shape :
        new int[][] {{1, 2, 1}, {3, 33, 17}, {40, 100, 96}, {5, 1024, 65}, {33, 64, 600}}) {
      Random random = new Random(shape[0]);
      Scopes.run(
          () -> {
            int in = shape[1];
            TensorOptional bias = new TensorOptional(tensor(random, shape[2]));
            KernelLinear map = kind.of(tensor(random, shape[2], in), bias);
            Tensor x = tensor(random, 1, shape[0], in);
            float most = (float) (kind.error * Math.sqrt(in)) + 1e-4f;
            float[] engine = Tensors.toFloats(map.byEngine(x, workspace));
            assertArrayEquals(engine, Tensors.toFloats(map.byKernels(x, workspace)), most);
            assertArrayEquals(engine, Tensors.toFloats(map.forward(x, workspace)), most);
          });
    }
  }

  /** Bit for bit: requests that run together must not see each other, nor the threads. */
  @ParameterizedTest
  @EnumSource
  void rowsAreAsIfTheyWereAlone(Kind kind) {
    Random random = new Random(7);
    Scopes.run(
        () -> {
          int in = 100;
          int out = 133;
          // with 256-bit vectors many rows of floats go to the tensor library
          boolean byKernels = RowKernels.ofThisMachine().servesPrompts(kind.isCode());
          int rows = byKernels ? 43 : 31;
          KernelLinear map =
              kind.of(tensor(random, out, in), new TensorOptional(tensor(random, out)));
          float[] values = Tensors.toFloats(tensor(random, rows, in));
          Arrays.fill(values, 0, in, 0); // a row of nothing
          float[] together = multiply(map, few(values, rows, in), out);
          Tensor prompt = Tensors.ofFloats(values, CPU, 1, rows, in);
          assertArrayEquals(together, Tensors.toFloats(map.byKernels(prompt, workspace)));
          for (int r = 0; r < rows; r++) {
            float[] alone = Arrays.copyOfRange(values, r * in, (r + 1) * in);
            assertArrayEquals(
                Arrays.copyOfRange(together, r * out, (r + 1) * out),
                multiply(map, few(alone, 1, in), out),
                "row " + r);
          }
        });
  }

  @ParameterizedTest
  @CsvSource({"0, 64, 1", "37, 90, 1", "37, 90, 40", "63, 2, 6", "128, 22, 6", "5, 0, 1"})
  void someOutputs(int from, int count, int rows) {
    for (Kind kind : Kind.values()) {
      Random random = new Random(rows);
      Scopes.run(
          () -> {
            Tensor weight = tensor(random, 150, 48);
            Tensor bias = tensor(random, 150);
            Slice wanted = new Slice(from, count);
            KernelLinear whole = kind.of(weight, new TensorOptional(bias));
            KernelLinear part =
                kind.of(weight, wanted, new TensorOptional(wanted.of(bias, 0).contiguous()));
            Tensor x = tensor(random, 1, rows, 48);
            assertArrayEquals(
                Tensors.toFloats(wanted.of(whole.byKernels(x, workspace), -1)),
                Tensors.toFloats(part.byKernels(x, workspace)),
                kind.name());
            float[] expected = Tensors.toFloats(wanted.of(whole.byEngine(x, workspace), -1));
            assertArrayEquals(expected, Tensors.toFloats(part.byEngine(x, workspace)), 1e-5f);
            FewRows few = few(Tensors.toFloats(x), rows, 48);
            boolean byEngine = !part.isByKernels(rows);
            assertArrayEquals(
                byEngine ? expected : Tensors.toFloats(part.byKernels(x, workspace)),
                multiply(part, few, count),
                byEngine ? 1e-5f : 0);
          });
    }
  }

  @ParameterizedTest
  @EnumSource
  void oneAndTwoThreadsGiveTheSameBits(Kind kind) {
    int before = torch.get_num_threads();
    Random random = new Random(4);
    Scopes.run(
        () -> {
          try {
            KernelLinear map =
                kind.of(tensor(random, 97, 80), new TensorOptional(tensor(random, 97)));
            Tensor x = tensor(random, 1, 130, 80);
            torch.set_num_threads(1);
            float[] one = Tensors.toFloats(map.byKernels(x, workspace));
            torch.set_num_threads(2);
            assertArrayEquals(one, Tensors.toFloats(map.byKernels(x, workspace)));
          } finally {
            torch.set_num_threads(before);
          }
        });
  }

  /** Kernels record nothing, so training must not reach them. */
  @Test
  void floatsAreDifferentiable() {
    Random random = new Random(5);
    for (String wanted : List.of("input", "weight", "bias")) {
      Scopes.run(
          () -> {
            Tensor weight = tensor(random, 24, 40).set_requires_grad(wanted.equals("weight"));
            Tensor bias = tensor(random, 24).set_requires_grad(wanted.equals("bias"));
            Tensor x = tensor(random, 1, 40, 40).set_requires_grad(wanted.equals("input"));
            Linear map = new PlainLinear(weight, new TensorOptional(bias));
            assertTrue(map.forward(x, workspace).requires_grad(), wanted);
          });
    }
  }

  @Test
  void readsRowsThatAreNotContiguous() {
    Random random = new Random(3);
    Scopes.run(
        () -> {
          KernelLinear map = Kind.F16.of(tensor(random, 24, 40), new TensorOptional());
          Tensor x = tensor(random, 1, 40, 6).transpose(1, 2);
          assertArrayEquals(
              Tensors.toFloats(map.byEngine(x, workspace)),
              Tensors.toFloats(map.byKernels(x, workspace)),
              1e-4f);
        });
  }

  /** A checkpoint may hold doubles, which no kernel reads. */
  @ParameterizedTest
  @EnumSource(WeightKind.class)
  void doublesAreServed(WeightKind kind) {
    Random random = new Random(6);
    Scopes.run(
        () -> {
          Tensor weight = tensor(random, 40, 64);
          Tensor x = tensor(random, 1, 33, 64);
          Linear wide = linear(weight, kind);
          Linear doubles = linear(weight.to(ScalarType.Double), kind);
          assertArrayEquals(
              Tensors.toFloats(wide.forward(x, workspace)),
              Tensors.toFloats(doubles.forward(x, workspace)));
          FewRows few = few(Tensors.toFloats(x), 33, 64);
          assertArrayEquals(multiply(wide, few, 40), multiply(doubles, few, 40));
        });
  }

  private static Linear linear(Tensor weight, WeightKind kind) {
    try {
      return new ModuleFactory(only(weight), CPU, kind).linear("lm.q", 64, 40, false);
    } catch (WeightsException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void halfKeepsTheDigitsOfBrainFloats() {
    Random random = new Random(9);
    Scopes.run(
        () -> {
          Tensor weight = tensor(random, 48, 64).to(ScalarType.BFloat16);
          Tensor small = weight.mul(new Scalar(1e-4)); // many below 2⁻¹⁴
          assertArrayEquals(
              Tensors.toFloats(weight.to(ScalarType.Float)),
              Tensors.toFloats(PackedParts.half(weight).to(ScalarType.Float)));
          assertArrayEquals(
              Tensors.toFloats(small.to(ScalarType.Float)),
              Tensors.toFloats(PackedParts.half(small).to(ScalarType.Float)),
              0x1p-25f);
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
  void gpusHaveNoRoundedWeights() {
    Placement gpu = Placement.named("cuda");
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class,
            () -> new ModuleFactory(only(null), gpu, WeightKind.HALF));
    assertTrue(e.getMessage().contains("cuda"), e.getMessage());
  }

  private float[] multiply(Linear map, FewRows x, int out) {
    ByteBuffer y = bytes(x.rows() * out + 2);
    map.multiply(x, new RowView(y, 2, out), workspace);
    float[] made = new float[x.rows() * out];
    y.asFloatBuffer().get(2, made);
    return made;
  }

  private static FewRows few(float[] values, int rows, int width) {
    ByteBuffer numbers = bytes(values.length);
    numbers.asFloatBuffer().put(values);
    return new FewRows(numbers, rows, width);
  }

  private static ByteBuffer bytes(int floats) {
    return ByteBuffer.allocateDirect(Float.BYTES * floats).order(ByteOrder.LITTLE_ENDIAN);
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
}
