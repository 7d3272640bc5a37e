package io.qcpruner.model.nn;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.Random;
import org.bytedeco.pytorch.Tensor;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The fused kernels against loops. */
class AttentionTest {
  private static final Placement CPU = Placement.cpu();

  @ParameterizedTest
  @CsvSource({
    "1,4,4,7,7,8,true", "1,4,2,7,7,8,true", "1,6,2,1,13,4,false", "1,3,3,1,9,16,false",
    "2,4,2,5,5,8,true", "2,4,1,6,6,8,false", "1,1,1,1,1,2,true", "1,4,2,6,6,8,false"
  })
  void equalsNaiveLoops(int batch, int heads, int kvHeads, int n, int m, int dim, boolean causal) {
    Random random = new Random(31L * heads + n);
    float[] q = floats(random, batch * heads * n * dim);
    float[] k = floats(random, batch * kvHeads * m * dim);
    float[] v = floats(random, batch * kvHeads * m * dim);
    Scopes.run(
        () -> {
          float[] got =
              Tensors.toFloats(
                  Attention.attend(
                      Tensors.ofFloats(q, CPU, batch, heads, n, dim),
                      Tensors.ofFloats(k, CPU, batch, kvHeads, m, dim),
                      Tensors.ofFloats(v, CPU, batch, kvHeads, m, dim),
                      causal ? AttentionMask.CAUSAL : AttentionMask.NONE));
          float[] want = naive(q, k, v, batch, heads, kvHeads, n, m, dim, causal);
          assertArrayEquals(want, got, 2e-6f);
        });
  }

  /** Rows 0..2 are a causal start; the others see the start and the odd rows up to their own. */
  @ParameterizedTest
  @CsvSource({"1,4,4", "2,4,4", "2,4,2", "1,4,2"})
  void aSharedStartEqualsOneMask(int batch, int heads, int kvHeads) {
    int n = 8;
    int start = 3;
    int dim = 8;
    Random random = new Random(heads + batch);
    float[] q = floats(random, batch * heads * n * dim);
    float[] k = floats(random, batch * kvHeads * n * dim);
    float[] v = floats(random, batch * kvHeads * n * dim);
    float[] whole = new float[n * n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        boolean visible = j <= i && (j < start || j == i || j % 2 == 1);
        whole[i * n + j] = visible ? 0 : -1e9f;
      }
    }
    Scopes.run(
        () -> {
          Tensor mask = Tensors.ofFloats(whole, CPU, 1, 1, n, n);
          Tensor queries = Tensors.ofFloats(q, CPU, batch, heads, n, dim);
          Tensor keys = Tensors.ofFloats(k, CPU, batch, kvHeads, n, dim);
          Tensor values = Tensors.ofFloats(v, CPU, batch, kvHeads, n, dim);
          AttentionMask split =
              new AttentionMask.SharedStart(start, mask.narrow(2, start, n - start));
          assertArrayEquals(
              Tensors.toFloats(
                  Attention.attend(queries, keys, values, new AttentionMask.Custom(mask))),
              Tensors.toFloats(Attention.attend(queries, keys, values, split)),
              2e-6f);
        });
  }

  private static float[] floats(Random random, int count) {
    float[] out = new float[count];
    for (int i = 0; i < count; i++) {
      out[i] = random.nextFloat() * 2 - 1;
    }
    return out;
  }

  /** [B, n, H·d] by definition: query head j reads key head floor(j / (H/H_kv)). */
  private static float[] naive(
      float[] q, float[] k, float[] v, int b, int h, int kv, int n, int m, int d, boolean causal) {
    float[] out = new float[b * n * h * d];
    for (int s = 0; s < b; s++) {
      for (int j = 0; j < h; j++) {
        int g = s * kv + j / (h / kv);
        for (int i = 0; i < n; i++) {
          int visible = causal ? i + 1 : m;
          double[] weight = new double[visible];
          double total = 0;
          for (int t = 0; t < visible; t++) {
            double dot = 0;
            for (int x = 0; x < d; x++) {
              dot += q[((s * h + j) * n + i) * d + x] * k[(g * m + t) * d + x];
            }
            weight[t] = Math.exp(dot / Math.sqrt(d));
            total += weight[t];
          }
          for (int x = 0; x < d; x++) {
            double sum = 0;
            for (int t = 0; t < visible; t++) {
              sum += weight[t] / total * v[(g * m + t) * d + x];
            }
            out[((s * n + i) * h + j) * d + x] = (float) sum;
          }
        }
      }
    }
    return out;
  }
}
