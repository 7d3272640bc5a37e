package io.qcpruner.model.nn;

import java.util.Random;
import org.bytedeco.pytorch.Tensor;

/** Seeded inputs for tests of modules. */
final class RandomTensors {
  private RandomTensors() {}

  /** Values in [-1, 1). */
  static Tensor tensor(Random random, long... shape) {
    int count = 1;
    for (long s : shape) {
      count *= (int) s;
    }
    float[] values = new float[count];
    for (int i = 0; i < count; i++) {
      values[i] = random.nextFloat() * 2 - 1;
    }
    return Tensors.ofFloats(values, Placement.cpu(), shape);
  }
}
