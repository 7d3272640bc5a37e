package io.qcpruner.model.vision;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.kernels.RowKernels;
import io.qcpruner.model.nn.Activation;
import io.qcpruner.model.nn.AttentionMask;
import io.qcpruner.model.nn.ModuleFactory;
import io.qcpruner.model.nn.Placement;
import io.qcpruner.model.nn.Scopes;
import io.qcpruner.model.nn.Tensors;
import io.qcpruner.model.nn.WeightKind;
import io.qcpruner.model.nn.Workspace;
import io.qcpruner.model.weights.SeededWeights;
import io.qcpruner.testkit.Seeded;
import java.util.Arrays;
import java.util.Random;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** A tower's layer by kernels against the same layer by the tensor library. */
@ExtendWith(Seeded.class)
class VitPassTest {
  private static final Placement CPU = Placement.cpu();

  private final int threads = torch.get_num_threads();
  private final Workspace workspace = new Workspace(CPU);

  @AfterEach
  void restore() {
    torch.set_num_threads(threads);
    workspace.close();
  }

  private static VitLayer layer(
      int width, int intermediate, int heads, Activation activation, WeightKind kind) {
    ModuleFactory modules = new ModuleFactory(new SeededWeights(), CPU, kind);
    VitLayer.Shape shape = new VitLayer.Shape(width, intermediate, heads, 1e-5, activation);
    try {
      return new VitLayer(shape, modules, "layer.");
    } catch (WeightsException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Tensor input(Random random, int views, int rows, int width) {
    float[] values = new float[views * rows * width];
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) random.nextGaussian();
    }
    return Tensors.ofFloats(values, CPU, views, rows, width);
  }

  /** Few rows are for kernels on every machine. */
  @ParameterizedTest
  @CsvSource({
    "1, 1, 32, 48, 4, STORED",
    "3, 9, 40, 100, 5, STORED",
    "2, 10, 64, 96, 2, HALF",
    "1, 31, 128, 200, 4, STORED"
  })
  void agreesWithTheTensorLibrary(
      int views, int rows, int width, int inner, int heads, WeightKind kind, Random random) {
    for (Activation activation : Activation.values()) {
      Scopes.run(
          () -> {
            VitLayer layer = layer(width, inner, heads, activation, kind);
            Tensor x = input(random, views, rows, width);
            assertTrue(VitPass.serves(layer, x));
            TowerTap expectedTap = new TowerTap();
            TowerTap tap = new TowerTap();
            float[] expected =
                Tensors.toFloats(
                    layer.byTensors(
                        x, AttentionMask.NONE, TowerTap.at(expectedTap, 0, true), workspace));
            assertArrayEquals(
                expected,
                Tensors.toFloats(
                    layer.forward(x, AttentionMask.NONE, TowerTap.at(tap, 0, true), workspace)),
                2e-5f);
            assertArrayEquals(
                expected, Tensors.toFloats(layer.forward(x, AttentionMask.NONE, workspace)), 2e-5f);
            assertArrayEquals(
                Tensors.toFloats(expectedTap.queries().contiguous()),
                Tensors.toFloats(tap.queries().contiguous()),
                2e-5f);
            assertArrayEquals(
                Tensors.toFloats(expectedTap.keys().contiguous()),
                Tensors.toFloats(tap.keys().contiguous()),
                2e-5f);
            expectedTap.close();
            tap.close();
          });
    }
  }

  /** The scales reach 1.7, and so may the rounding grow. */
  @ParameterizedTest
  @CsvSource({"1, 1, 32, 48, 4, true", "3, 9, 40, 100, 5, false", "1, 31, 128, 200, 4, true"})
  void scaledBranchesAgreeWithTheTensorLibrary(
      int views, int rows, int width, int inner, int heads, boolean inputBias, Random random)
      throws WeightsException {
    VitLayer.Shape shape = new VitLayer.Shape(width, inner, heads, 1e-6, Activation.GELU);
    ModuleFactory modules = new ModuleFactory(new SeededWeights(), CPU);
    VitLayer layer = new VitLayer(shape, VitLayer.Names.scaled(inputBias), modules, "layer.");
    Scopes.run(
        () -> {
          Tensor x = input(random, views, rows, width);
          assertTrue(VitPass.serves(layer, x));
          float[] expected =
              Tensors.toFloats(layer.byTensors(x, AttentionMask.NONE, null, workspace));
          assertArrayEquals(
              expected, Tensors.toFloats(layer.forward(x, AttentionMask.NONE, workspace)), 5e-5f);
          VitLayer plain = layer(width, inner, heads, Activation.GELU, WeightKind.STORED);
          assertFalse(
              Arrays.equals(
                  expected,
                  Tensors.toFloats(plain.byTensors(x, AttentionMask.NONE, null, workspace))));
        });
  }

  /** More rows than go through the layer together, in views that do not divide them. */
  @ParameterizedTest
  @EnumSource(
      value = WeightKind.class,
      names = {"STORED", "HALF", "INT8", "INT4"})
  void threadsAndNeighboursChangeNoBit(WeightKind kind, Random random) {
    Scopes.run(
        () -> {
          VitLayer layer = layer(64, 130, 4, Activation.GELU_TANH, kind);
          Tensor x = input(random, 5, 700, 64);
          boolean codes = kind == WeightKind.INT8 || kind == WeightKind.INT4;
          boolean served = VitPass.serves(layer, x);
          assertTrue(served == RowKernels.ofThisMachine().servesPrompts(codes), kind.name());
          if (!served) {
            return; // 256-bit vectors leave floats to the tensor library
          }
          torch.set_num_threads(1);
          float[] one = Tensors.toFloats(layer.forward(x, AttentionMask.NONE, workspace));
          torch.set_num_threads(2);
          assertArrayEquals(one, Tensors.toFloats(layer.forward(x, AttentionMask.NONE, workspace)));
          float[] last =
              Tensors.toFloats(layer.forward(x.narrow(0, 4, 1), AttentionMask.NONE, workspace));
          float[] expected = new float[last.length];
          System.arraycopy(one, one.length - last.length, expected, 0, last.length);
          assertArrayEquals(expected, last);
        });
  }

  @Test
  void gradientsAndMasksAreForTheTensorLibrary(Random random) {
    Scopes.run(
        () -> {
          VitLayer layer = layer(32, 48, 4, Activation.GELU, WeightKind.STORED);
          Tensor x = input(random, 1, 6, 32).set_requires_grad(true);
          assertFalse(VitPass.serves(layer, x));
          assertTrue(layer.forward(x, AttentionMask.NONE, workspace).requires_grad());
          assertFalse(VitPass.serves(layer, x.detach().to(torch.ScalarType.Double)));
        });
  }
}
