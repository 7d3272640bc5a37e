package io.qcpruner.kernels;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.testkit.Seeded;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Attention of prompts: plain kernels against doubles, native ones bit for bit against them. */
@ExtendWith(Seeded.class)
@ExtendWith(GuardedMemory.class)
class PromptAttentionTest {
  private static final int MARGIN = 3;

  private final List<RowKernels> all = KernelsOfThisMachine.all();

  /** Rows, keys before them, heads of a group, numbers of a head; blocks have 8 or 6 rows. */
  @ParameterizedTest
  @CsvSource({
    "1, 0, 1, 64, true",
    "7, 0, 1, 8, true",
    "8, 0, 2, 64, true",
    "33, 0, 1, 128, true",
    "65, 3, 3, 80, true",
    "100, 47, 1, 72, true",
    "41, 200, 1, 5, true",
    "1, 0, 1, 16, false",
    "50, 0, 1, 64, false",
    "30, 70, 2, 33, false"
  })
  void attends(int rows, int before, int group, int dim, boolean causal, Random random) {
    int held = before + rows;
    AttentionSpan span =
        causal
            ? AttentionSpan.causal(rows, before, group, dim)
            : new AttentionSpan(rows, held, held, 0, group, dim);
    float[] q = NativeNumbers.gaussians(rows * (group * dim + MARGIN), random);
    float[] keys = NativeNumbers.gaussians(held * (dim + 1), random);
    float[] values = NativeNumbers.gaussians(held * (dim + 1), random);
    float[] plain = attend(new PlainKernels(), span, q, keys, values);
    for (int r = 0; r < rows; r++) {
      for (int head = 0; head < group; head++) {
        double[] exact = naive(span, r, head, q, keys, values);
        for (int i = 0; i < dim; i++) {
          int at = r * (group * dim + MARGIN) + head * dim + i;
          assertEquals(exact[i], plain[at], 1e-5, r + " " + head + " " + i);
        }
      }
    }
    all.forEach(k -> assertArrayEquals(plain, attend(k, span, q, keys, values), k.name()));
  }

  /** Many keys: fewer rows at a time have scratch in the cache. */
  @Test
  void manyKeys(Random random) {
    AttentionSpan span = AttentionSpan.causal(20, 20_000, 1, 4);
    float[] q = NativeNumbers.gaussians(20 * 7, random);
    float[] keys = NativeNumbers.gaussians(20_020 * 5, random);
    float[] plain = attend(new PlainKernels(), span, q, keys, keys);
    all.forEach(k -> assertArrayEquals(plain, attend(k, span, q, keys, keys), k.name()));
  }

  @Test
  void aRowIsTheSameAloneAndAmongOthers(Random random) {
    int dim = 24;
    int rows = 21;
    float[] q = NativeNumbers.gaussians(rows * (dim + MARGIN), random);
    float[] keys = NativeNumbers.gaussians(rows * (dim + 1), random);
    for (RowKernels kernels : all) {
      float[] together = attend(kernels, AttentionSpan.causal(rows, 0, 1, dim), q, keys, keys);
      for (int r = 0; r < rows; r++) {
        int from = r * (dim + MARGIN);
        float[] alone =
            attend(
                kernels,
                AttentionSpan.causal(1, r, 1, dim),
                Arrays.copyOfRange(q, from, from + dim + MARGIN),
                keys,
                keys);
        assertArrayEquals(
            Arrays.copyOf(alone, dim),
            Arrays.copyOfRange(together, from, from + dim),
            kernels.name());
      }
    }
  }

  @Test
  void whatIsNoNumberIsNotHidden() {
    float[] q = new float[4 * (16 + MARGIN)];
    Arrays.fill(q, 1);
    float[] keys = new float[4 * 17];
    keys[2 * 17] = Float.NaN;
    for (RowKernels kernels : all) {
      float[] made = attend(kernels, AttentionSpan.causal(4, 0, 1, 16), q, keys, keys);
      assertEquals(0, made[0], kernels.name());
      assertTrue(Float.isNaN(made[3 * (16 + MARGIN)]), kernels.name());
    }
  }

  @Test
  void spansThatSeeMoreThanThereIsAreRefused() {
    assertThrows(IllegalArgumentException.class, () -> new AttentionSpan(3, 4, 3, 1, 1, 8));
    assertThrows(IllegalArgumentException.class, () -> new AttentionSpan(3, 4, 0, 1, 1, 8));
    assertThrows(IllegalArgumentException.class, () -> new AttentionSpan(1, 4, 1, 2, 1, 8));
    AttentionSpan span = AttentionSpan.whole(2, 2, 8);
    RowView good = new RowView(NativeNumbers.bytes(64), 0, 8);
    RowView small = new RowView(NativeNumbers.bytes(60), 0, 8);
    ByteBuffer scratch = NativeNumbers.bytes((int) RowKernels.scratchBytes(span));
    for (RowKernels kernels : all.subList(1, all.size())) {
      kernels.attendPrompt(span, good, good, good, good, scratch);
      refuses(() -> kernels.attendPrompt(span, small, good, good, good, scratch));
      refuses(() -> kernels.attendPrompt(span, good, small, good, good, scratch));
      refuses(() -> kernels.attendPrompt(span, good, good, small, good, scratch));
      refuses(() -> kernels.attendPrompt(span, good, good, good, small, scratch));
      refuses(() -> kernels.attendPrompt(span, good, good, good, good, good.numbers()));
    }
  }

  private static void refuses(Runnable call) {
    assertThrows(IndexOutOfBoundsException.class, call::run);
  }

  private static float[] attend(
      RowKernels kernels, AttentionSpan span, float[] q, float[] keys, float[] values) {
    int stride = span.group() * span.dim() + MARGIN;
    ByteBuffer out = NativeNumbers.bytes(Float.BYTES * q.length);
    kernels.attendPrompt(
        span,
        new RowView(NativeNumbers.of(q), 0, stride),
        new RowView(NativeNumbers.of(keys), 0, span.dim() + 1),
        new RowView(NativeNumbers.of(values), 0, span.dim() + 1),
        new RowView(out, 0, stride),
        NativeNumbers.bytes((int) RowKernels.scratchBytes(span)));
    return NativeNumbers.rows(out, 1, 0, q.length);
  }

  private static double[] naive(
      AttentionSpan span, int row, int head, float[] q, float[] keys, float[] values) {
    int dim = span.dim();
    int at = row * (span.group() * dim + MARGIN) + head * dim;
    double[] weights = new double[span.seen() + row * span.step()];
    double sum = 0;
    for (int k = 0; k < weights.length; k++) {
      double score = 0;
      for (int i = 0; i < dim; i++) {
        score += (double) q[at + i] * keys[k * (dim + 1) + i];
      }
      weights[k] = Math.exp(score / Math.sqrt(dim));
      sum += weights[k];
    }
    double[] out = new double[dim];
    for (int i = 0; i < dim; i++) {
      for (int k = 0; k < weights.length; k++) {
        out[i] += weights[k] / sum * values[k * (dim + 1) + i];
      }
    }
    return out;
  }
}
