package io.qcpruner.kernels;

import java.nio.ByteBuffer;
import java.util.List;

/** Heads of new rows and of prompts, one number after the other. */
final class PlainHeads {
  private PlainHeads() {}

  static void applyRopeAndAppend(
      List<CacheRows> caches, int each, HeadRange heads, ByteBuffer made, RowView queries) {
    int dim = heads.dim();
    RowView all = new RowView(made, 0, (heads.heads() + 2 * heads.kvHeads()) * dim);
    for (int row = 0; row < caches.size() * each; row++) {
      CacheRows cache = caches.get(row / each);
      int angles = row % each;
      for (int head = 0; head < heads.heads(); head++) {
        rotate(cache, angles, all, row, head * dim, queries, head * dim, dim);
      }
      for (int kv = 0; kv < heads.kvHeads(); kv++) {
        int key = (heads.heads() + kv) * dim;
        int value = key + heads.kvHeads() * dim;
        rotate(cache, angles, all, row, key, all, key, dim);
        int to = cache.at(heads.firstKv() + kv, cache.first() + angles, dim);
        cache.type().put(cache.keys(), to, all.from(key).copy(row, dim));
        cache.type().put(cache.values(), to, all.from(value).copy(row, dim));
      }
    }
  }

  private static void rotate(
      CacheRows cache, int angles, RowView x, int row, int from, RowView y, int to, int dim) {
    int half = dim / 2;
    for (int i = 0; i < half; i++) {
      float a = x.get(row, from + i);
      float b = x.get(row, from + half + i);
      y.put(row, to + i, a * cache.cos().get(angles, i) + b * cache.sin().get(angles, i));
      int upper = half + i;
      y.put(
          row, to + upper, b * cache.cos().get(angles, upper) + a * cache.sin().get(angles, upper));
    }
  }

  static void attend(List<CacheRows> caches, HeadRange heads, RowView queries, RowView out) {
    int dim = heads.dim();
    for (int row = 0; row < caches.size(); row++) {
      CacheRows cache = caches.get(row);
      for (int head = 0; head < heads.kvHeads() * heads.group(); head++) {
        int kv = heads.firstKv() + head / heads.group();
        int from = cache.at(kv, cache.first() + 1 - cache.seen(), dim);
        float[] query = queries.from(head * dim).copy(row, dim);
        float[] made = PlainAttention.attend(cache, from, query);
        for (int i = 0; i < dim; i++) {
          out.put(row, head * dim + i, made[i]);
        }
      }
    }
  }

  /** Each score and each number of the result is one sum, in the order of inputs or keys. */
  static void attendPrompt(
      AttentionSpan span, RowView queries, RowView keys, RowView values, RowView out) {
    for (int row = 0; row < span.rows(); row++) {
      int seen = span.seen() + row * span.step();
      for (int head = 0; head < span.group(); head++) {
        RowView q = queries.from(head * span.dim());
        float[] weights = new float[seen];
        for (int k = 0; k < seen; k++) {
          for (int i = 0; i < span.dim(); i++) {
            weights[k] = Math.fma(keys.get(k, i), q.get(row, i) * span.scale(), weights[k]);
          }
        }
        float factor = 1 / PlainAttention.exponentials(weights);
        for (int i = 0; i < span.dim(); i++) {
          float sum = 0;
          for (int k = 0; k < seen; k++) {
            sum = Math.fma(values.get(k, i), weights[k], sum);
          }
          out.put(row, head * span.dim() + i, sum * factor);
        }
      }
    }
  }
}
