package io.qcpruner.cli.bench;

import io.qcpruner.core.linalg.Kernels;
import io.qcpruner.core.linalg.Matrix;
import io.qcpruner.core.select.SelectorInput;
import io.qcpruner.core.utility.MinMax;
import java.util.Arrays;
import java.util.Random;

/**
 * Inputs for selection benchmarks, made from a fixed seed.
 *
 * @param name what the input is like
 * @param input cosine and utility of the candidates
 */
public record SelectWorkload(String name, SelectorInput input) {

  private static final int WIDTH = 64;
  private static final int REGIONS_PER_VIEW = 24;

  /**
   * Candidates like the hidden states of a picture: each view is cut into regions, the patches of a
   * region share a direction, neighbours vary together, and all states share a mean. The utility is
   * high in a few regions.
   *
   * @param views tiles or frames of {@code side * side} patches
   */
  public static SelectWorkload clustered(int views, int side, long seed) {
    Matrix features = clusteredFeatures(views, side, seed);
    return new SelectWorkload("clustered", withUtility(features, seed));
  }

  /** The features of {@link #clustered}. */
  public static Matrix clusteredFeatures(int views, int side, long seed) {
    Random random = new Random(seed);
    float[] mean = gaussian(random, WIDTH);
    Matrix features = Matrix.zeros(views * side * side, WIDTH);
    for (int v = 0; v < views; v++) {
      fillView(features, v, side, mean, random);
    }
    return features;
  }

  /** All tokens the same. */
  public static SelectWorkload equal(int n) {
    float[] data = new float[n * n];
    Arrays.fill(data, 1f);
    float[] utility = new float[n];
    Arrays.fill(utility, 0.5f);
    Matrix cosine = new Matrix(data, n, n);
    return new SelectWorkload("equal", SelectorInput.ofCosine(cosine).withUtility(utility));
  }

  /** No two tokens alike. */
  public static SelectWorkload orthogonal(int n) {
    Matrix cosine = Matrix.zeros(n, n);
    for (int i = 0; i < n; i++) {
      cosine.data()[i * n + i] = 1f;
    }
    float[] utility = new float[n];
    Arrays.fill(utility, 0.5f);
    return new SelectWorkload("orthogonal", SelectorInput.ofCosine(cosine).withUtility(utility));
  }

  /** Independent Gaussian features and uniform utility: no structure to profit from. */
  public static SelectWorkload random(int n, long seed) {
    Random random = new Random(seed);
    Matrix features = new Matrix(gaussian(random, n * WIDTH), n, WIDTH);
    float[] utility = new float[n];
    for (int i = 0; i < n; i++) {
      utility[i] = random.nextFloat();
    }
    return new SelectWorkload(
        "random", SelectorInput.ofCosine(Kernels.cosine(features)).withUtility(utility));
  }

  private static SelectorInput withUtility(Matrix features, long seed) {
    float[] query = gaussian(new Random(~seed), WIDTH);
    Matrix relevance = Kernels.cosine(Matrix.of(query), features);
    float[] utility = MinMax.norm(relevance.row(0));
    return SelectorInput.ofCosine(Kernels.cosine(features)).withUtility(utility);
  }

  private static void fillView(Matrix features, int view, int side, float[] mean, Random random) {
    float[] centers = gaussian(random, REGIONS_PER_VIEW * WIDTH);
    float[] places = new float[REGIONS_PER_VIEW * 2];
    for (int i = 0; i < places.length; i++) {
      places[i] = random.nextFloat() * side;
    }
    float[] slopes = gaussian(random, 2 * WIDTH);
    for (int y = 0; y < side; y++) {
      for (int x = 0; x < side; x++) {
        int region = nearest(places, x, y);
        int row = features.offset((view * side + y) * side + x);
        for (int c = 0; c < WIDTH; c++) {
          float drift = (x * slopes[c] + y * slopes[WIDTH + c]) / side;
          features.data()[row + c] =
              0.8f * mean[c]
                  + centers[region * WIDTH + c]
                  + 0.5f * drift
                  + 0.35f * (float) random.nextGaussian();
        }
      }
    }
  }

  private static int nearest(float[] places, int x, int y) {
    int best = 0;
    float bestDistance = Float.POSITIVE_INFINITY;
    for (int r = 0; r < places.length / 2; r++) {
      float dx = places[2 * r] - x;
      float dy = places[2 * r + 1] - y;
      float distance = dx * dx + dy * dy;
      if (distance < bestDistance) {
        best = r;
        bestDistance = distance;
      }
    }
    return best;
  }

  private static float[] gaussian(Random random, int n) {
    float[] out = new float[n];
    for (int i = 0; i < n; i++) {
      out[i] = (float) random.nextGaussian();
    }
    return out;
  }
}
