package io.qcpruner.model.nn;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.junit.jupiter.api.Test;
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

  /** By our own kernels, also where rows, heads and sequences lie in another order. */
  @ParameterizedTest
  @CsvSource({
    "1,4,4,8,8,8,true", "1,4,2,70,70,8,true", "1,6,2,9,13,4,false", "1,2,2,40,93,16,true",
    "2,4,2,15,15,8,true", "3,4,1,16,16,24,false", "1,3,1,200,200,2,true", "1,4,2,130,130,80,false"
  })
  void kernelsEqualNaiveLoops(
      int batch, int heads, int kvHeads, int n, int m, int dim, boolean causal) {
    Random random = new Random(31L * heads + n);
    float[] q = floats(random, batch * heads * n * dim);
    float[] k = floats(random, batch * kvHeads * m * dim);
    float[] v = floats(random, batch * kvHeads * m * dim);
    float[] want = naive(q, k, v, batch, heads, kvHeads, n, m, dim, causal);
    Scopes.run(
        () -> {
          try (Workspace workspace = new Workspace(CPU)) {
            AttentionMask mask = mask(causal, n, m);
            Tensor queries = Tensors.ofFloats(q, CPU, batch, heads, n, dim);
            Tensor keys = Tensors.ofFloats(k, CPU, batch, kvHeads, m, dim);
            Tensor values = Tensors.ofFloats(v, CPU, batch, kvHeads, m, dim);
            for (Tensor other : new Tensor[] {values, byRow(values)}) {
              assertArrayEquals(want, byKernels(queries, keys, other, mask, workspace), 2e-6f);
              assertArrayEquals(
                  want, byKernels(byRow(queries), byRow(keys), other, mask, workspace), 2e-6f);
            }
          }
        });
  }

  private static AttentionMask mask(boolean causal, int n, int m) {
    if (!causal) {
      return AttentionMask.NONE;
    }
    return n == m ? AttentionMask.CAUSAL : AttentionMask.AfterPrefix.of(m - n, n, CPU);
  }

  private static float[] byKernels(
      Tensor q, Tensor k, Tensor v, AttentionMask mask, Workspace workspace) {
    return Tensors.toFloats(TeamAttention.tryAttend(q, k, v, mask, workspace).orElseThrow());
  }

  /** The same numbers with heads beside each other in a row. */
  private static Tensor byRow(Tensor x) {
    return x.transpose(1, 2).contiguous().transpose(1, 2);
  }

  @Test
  void whatKernelsCanNotDoIsLeftToTheEngine() {
    Scopes.run(
        () -> {
          try (Workspace workspace = new Workspace(CPU)) {
            Tensor x = Tensors.ofFloats(new float[2 * 9 * 4], CPU, 1, 2, 9, 4);
            Tensor few = x.narrow(2, 0, 7);
            Tensor wide = x.to(ScalarType.Double);
            Tensor recorded = x.detach().clone().set_requires_grad(true);
            AttentionMask none = AttentionMask.NONE;
            assertTrue(TeamAttention.tryAttend(x, x, x, none, workspace).isPresent());
            assertTrue(TeamAttention.tryAttend(few, x, x, none, workspace).isEmpty());
            assertTrue(TeamAttention.tryAttend(wide, wide, wide, none, workspace).isEmpty());
            assertTrue(TeamAttention.tryAttend(x, recorded, x, none, workspace).isEmpty());
            AttentionMask custom = new AttentionMask.Custom(x.narrow(1, 0, 1));
            assertTrue(TeamAttention.tryAttend(x, x, x, custom, workspace).isEmpty());
            Tensor longer = Tensors.cat(2, x, x);
            AttentionMask causal = AttentionMask.CAUSAL;
            assertTrue(TeamAttention.tryAttend(x, longer, longer, causal, workspace).isEmpty());
          }
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
          int visible = causal ? m - n + i + 1 : m;
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
