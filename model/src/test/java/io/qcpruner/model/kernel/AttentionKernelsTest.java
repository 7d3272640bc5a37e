package io.qcpruner.model.kernel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.testkit.Seeded;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Attention of one row: plain kernels against doubles, native ones bit for bit against them. */
@ExtendWith(Seeded.class)
class AttentionKernelsTest {
  private final List<RowKernels> all = KernelsOfThisMachine.all();

  @ParameterizedTest
  @CsvSource({
    "false, 1, 64",
    "false, 5, 128",
    "false, 130, 80",
    "false, 17, 8",
    "false, 3, 5",
    "true, 1, 64",
    "true, 5, 128",
    "true, 130, 80",
    "true, 17, 32",
    "true, 7, 200",
    "true, 3, 5"
  })
  void attends(boolean narrow, int rows, int dim, Random random) {
    StoredType type = narrow ? StoredType.F16 : StoredType.F32;
    ByteBuffer keys = NativeNumbers.random(type, (rows + 1) * dim, random);
    ByteBuffer values = NativeNumbers.random(type, (rows + 1) * dim, random);
    HeadRows head = new HeadRows(narrow, keys, values, dim, rows, dim);
    float[] q = NativeNumbers.gaussians(dim + 4, random);
    float[] plain = attend(new PlainKernels(), head, q);
    assertArrayEquals(naive(head, q), plain, 1e-4f);
    all.forEach(k -> assertArrayEquals(plain, attend(k, head, q), k.name()));
  }

  /** Far apart scores neither overflow nor make holes. */
  @Test
  void extremes() {
    int rows = 40;
    float[] numbers = new float[rows * 16];
    for (int r = 0; r < rows; r++) {
      numbers[r * 16] = r == 3 || r == 21 ? 500 : -1e4f;
    }
    ByteBuffer keys = NativeNumbers.of(numbers);
    float[] q = new float[16 + 4];
    q[4] = 1;
    for (RowKernels kernels : all) {
      float[] out = attend(kernels, new HeadRows(false, keys, keys, 0, rows, 16), q);
      assertEquals(500f * 0.3f, out[4] * 0.3f, 1e-3f, kernels.name());
    }
  }

  @Test
  void whatIsNoNumberIsNotHidden() {
    for (float broken : new float[] {Float.NaN, Float.POSITIVE_INFINITY}) {
      float[] numbers = new float[20 * 16];
      numbers[7 * 16] = broken;
      ByteBuffer keys = NativeNumbers.of(numbers);
      float[] q = new float[16 + 4];
      q[4] = 1;
      for (RowKernels kernels : all) {
        float[] out = attend(kernels, new HeadRows(false, keys, keys, 0, 20, 16), q);
        assertTrue(Float.isNaN(out[4]), kernels.name() + " " + out[4]);
      }
    }
  }

  private static float[] attend(RowKernels kernels, HeadRows head, float[] q) {
    float[] out = new float[q.length];
    ByteBuffer room = NativeNumbers.bytes((int) RowKernels.room(head.rows() + head.dim()));
    kernels.attend(head, q, 4, 0.3f, out, room);
    return out;
  }

  private static float[] naive(HeadRows head, float[] q) {
    double[] weights = new double[head.rows()];
    double sum = 0;
    for (int r = 0; r < weights.length; r++) {
      double score = 0;
      for (int i = 0; i < head.dim(); i++) {
        score += q[4 + i] * number(head, head.keys(), r, i);
      }
      weights[r] = Math.exp(0.3f * score);
      sum += weights[r];
    }
    float[] out = new float[q.length];
    for (int i = 0; i < head.dim(); i++) {
      double mixed = 0;
      for (int r = 0; r < weights.length; r++) {
        mixed += weights[r] / sum * number(head, head.values(), r, i);
      }
      out[4 + i] = (float) mixed;
    }
    return out;
  }

  private static double number(HeadRows head, ByteBuffer numbers, int row, int i) {
    int at = head.offset() + row * head.dim() + i;
    return head.narrow()
        ? StoredType.F16.number(numbers.getShort(Short.BYTES * at))
        : numbers.getFloat(Float.BYTES * at);
  }
}
