package io.qcpruner.model.nn;

import static io.qcpruner.model.nn.RandomTensors.tensor;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.Random;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Stored 16-bit weights against the same weights widened beforehand. */
class NarrowLinearTest {
  private static final Placement CPU = Placement.cpu();

  @ParameterizedTest
  @EnumSource(
      value = ScalarType.class,
      names = {"BFloat16", "Half"})
  void equalsWidenedWeights(ScalarType type) {
    Random random = new Random(5);
    Scopes.run(
        () -> {
          Workspace workspace = new Workspace(CPU);
          Tensor weight = tensor(random, 24, 40).to(type);
          TensorOptional bias = new TensorOptional(tensor(random, 24));
          Linear narrow = new NarrowLinear(weight, bias);
          Linear wide = new PlainLinear(weight.to(ScalarType.Float), bias);
          Tensor many = tensor(random, 1, 9, 40);
          assertArrayEquals(
              Tensors.toFloats(wide.forward(many, workspace)),
              Tensors.toFloats(narrow.forward(many, workspace)));
          Tensor one = tensor(random, 1, 1, 40);
          float[] expected = Tensors.toFloats(wide.forward(one, workspace));
          assertArrayEquals(expected, Tensors.toFloats(narrow.forward(one, workspace)), 1e-5f);
          float[] y = new float[24];
          narrow.multiply(new FewRows(Tensors.toFloats(one), 1, 40), y, 0, 24, workspace);
          assertArrayEquals(expected, y, 1e-5f);
        });
  }

  /** More outputs than are widened at a time: three whole parts less one output, and one more. */
  @ParameterizedTest
  @ValueSource(ints = {512, 513, 1535, 1537})
  void partsMakeTheWhole(int outputs) {
    Random random = new Random(outputs);
    Scopes.run(
        () -> {
          Workspace workspace = new Workspace(CPU);
          Tensor weight = tensor(random, outputs, 20).to(ScalarType.BFloat16);
          TensorOptional bias = new TensorOptional(tensor(random, outputs));
          Tensor x = tensor(random, 1, 6, 20);
          Linear narrow = new NarrowLinear(weight, bias);
          Linear wide = new PlainLinear(weight.to(ScalarType.Float), bias);
          float[] expected = Tensors.toFloats(wide.forward(x, workspace));
          assertArrayEquals(expected, Tensors.toFloats(narrow.forward(x, workspace)), 1e-5f);
        });
  }
}
