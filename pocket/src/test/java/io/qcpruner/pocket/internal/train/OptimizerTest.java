package io.qcpruner.pocket.internal.train;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.qcpruner.model.nn.Placement;
import io.qcpruner.model.nn.Tensors;
import io.qcpruner.testkit.Seeded;
import java.util.List;
import java.util.Random;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(Seeded.class)
class OptimizerTest {

  /**
   * The Newton-Schulz steps bring every singular value near one: rows become nearly orthonormal.
   */
  @Test
  void muonUpdatesAreNearlyOrthogonal(Random random) {
    int rows = 5;
    int columns = 11;
    Tensor m =
        Tensors.ofFloats(gaussian(random, rows * columns), Placement.cpu(), 1, rows, columns);
    float[] u = Tensors.toFloats(Muon.orthogonal(m));
    for (int i = 0; i < rows; i++) {
      double norm = 0;
      for (int c = 0; c < columns; c++) {
        norm += u[i * columns + c] * u[i * columns + c];
      }
      // the quintic iteration keeps singular values between about 0.7 and 1.2
      assertEquals(1, Math.sqrt(norm), 0.35, "row " + i);
    }
  }

  @Test
  void adamEqualsTheFormula(Random random) {
    float[] start = gaussian(random, 7);
    float[] gradient = gaussian(random, 7);
    try (Parameters parameters = new Parameters()) {
      parameters.put("x", Tensors.ofFloats(start, Placement.cpu(), 7));
      Tensor x = parameters.all().get("x");
      x.mul(Tensors.ofFloats(gradient, Placement.cpu(), 7)).sum().backward();
      NoGradGuard off = new NoGradGuard();
      try (Adam adam = new Adam(List.of(x))) {
        adam.step(0.01);
      } finally {
        off.close();
      }
      float[] now = Tensors.toFloats(x);
      for (int i = 0; i < now.length; i++) {
        // the first step of Adam moves by the rate against the sign of the gradient
        assertEquals(start[i] - 0.01 * Math.signum(gradient[i]), now[i], 1e-5);
      }
    }
  }

  private static float[] gaussian(Random random, int n) {
    float[] values = new float[n];
    for (int i = 0; i < n; i++) {
      values[i] = (float) random.nextGaussian();
    }
    return values;
  }
}
