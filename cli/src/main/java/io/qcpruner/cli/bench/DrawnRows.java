package io.qcpruner.cli.bench;

import io.qcpruner.core.linalg.Matrix;
import java.util.Random;

/**
 * Rows drawn from a fixed seed that look like those of a clip or picture: all share a mean,
 * neighbouring patches a region's direction, frames of a scene most of what they show. Half of the
 * places stay nearly the same through a scene, the others change from frame to frame.
 */
final class DrawnRows {
  private static final int NOISE = 1 << 16;
  private static final int REGION = 4;
  private static final int FRAMES_OF_A_SCENE = 8;
  private static final float STILL = 0.1f;
  private static final float MOVING = 0.8f;
  private static final float PATCH = 0.5f;

  /** Normal deviates; a row reads a run of them from a place of its own. */
  private final float[] noise = new float[NOISE];

  DrawnRows(long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < NOISE; i++) {
      noise[i] = (float) random.nextGaussian();
    }
  }

  /** Rows of patches: frame by frame, each in raster order. */
  Matrix patches(int frames, int gridRows, int gridCols, int width) {
    int places = gridRows * gridCols;
    Matrix out = Matrix.zeros(frames * places, width);
    for (int f = 0; f < frames; f++) {
      for (int p = 0; p < places; p++) {
        fill(out, f * places + p, f, p / gridCols, p % gridCols);
      }
    }
    return out;
  }

  private void fill(Matrix out, int row, int frame, int y, int x) {
    int scene = frame / FRAMES_OF_A_SCENE;
    int mean = place(0, 0, 0, 0);
    int region = place(1, scene, y / REGION, x / REGION);
    int patch = place(2, scene, y, x);
    int change = place(3, frame, y, x);
    float moves = (place(4, scene, y, x) & 1) == 0 ? STILL : MOVING;
    int at = out.offset(row);
    for (int c = 0; c < out.cols(); c++) {
      out.data()[at + c] =
          at(mean, c) + at(region, c) + PATCH * at(patch, c) + moves * at(change, c);
    }
  }

  /** Independent rows. */
  Matrix independent(int rows, int width, int kind) {
    Matrix out = Matrix.zeros(rows, width);
    for (int i = 0; i < rows; i++) {
      int from = place(kind, i, 0, 0);
      for (int c = 0; c < width; c++) {
        out.data()[out.offset(i) + c] = at(from, c);
      }
    }
    return out;
  }

  /** Positive rows that add up to 1, a few entries large and most small, as attention is. */
  Matrix attention(int rows, int cols, int kind) {
    Matrix out = independent(rows, cols, kind);
    for (int i = 0; i < rows; i++) {
      double sum = 0;
      for (int c = 0; c < cols; c++) {
        int at = out.offset(i) + c;
        out.data()[at] = (float) Math.exp(1.5 * out.data()[at]);
        sum += out.data()[at];
      }
      for (int c = 0; c < cols; c++) {
        out.data()[out.offset(i) + c] /= (float) sum;
      }
    }
    return out;
  }

  private float at(int place, int column) {
    return noise[(place + column) & NOISE - 1];
  }

  /** Where the noise of something begins. */
  private static int place(int kind, int a, int b, int c) {
    int h = ((kind * 31 + a) * 1_000_003 + b) * 1_000_003 + c;
    h = (h ^ h >>> 16) * 0x45d9f3b;
    h = (h ^ h >>> 16) * 0x45d9f3b;
    return h ^ h >>> 16;
  }
}
