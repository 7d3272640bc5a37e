package io.qcpruner.kernels;

import java.nio.ByteBuffer;
import java.util.Random;

/** Numbers in native memory, for tests of kernels. */
final class NativeNumbers {
  private NativeNumbers() {}

  static ByteBuffer bytes(int count) {
    return GuardedMemory.bytes(count);
  }

  static ByteBuffer of(float... x) {
    ByteBuffer made = bytes(Float.BYTES * x.length);
    made.asFloatBuffer().put(x);
    return made;
  }

  static ByteBuffer random(StoredType type, int count, Random random) {
    ByteBuffer w = bytes(count * type.bytes());
    for (int i = 0; i < count; i++) {
      float value = (float) random.nextGaussian() * 0.3f;
      switch (type) {
        case F32 -> w.putFloat(Float.BYTES * i, value);
        case BF16 -> w.putShort(Short.BYTES * i, StoredType.bf16(value));
        case F16 ->
            w.putShort(Short.BYTES * i, (short) (random.nextInt(0x3C00) | random.nextInt(2) << 15));
      }
    }
    return w;
  }

  static float[] gaussians(int n, Random random) {
    float[] out = new float[n];
    for (int i = 0; i < n; i++) {
      out[i] = (float) random.nextGaussian();
    }
    return out;
  }

  /** The first numbers of each row. */
  static float[] rows(ByteBuffer y, int rows, int stride, int width) {
    float[] out = new float[rows * width];
    for (int r = 0; r < rows; r++) {
      y.asFloatBuffer().get(r * stride, out, r * width, width);
    }
    return out;
  }

  /** Weights of one output in a matrix of their own. */
  static CodeMatrix oneOutput(CodeBits bits, float[] weights) {
    CodeMatrix made = matrix(bits, 1, weights.length);
    for (int o = 0; o < CodeMatrix.PANEL; o++) {
      made.put(o, o == 0 ? weights : new float[weights.length]);
    }
    return made;
  }

  /** Memory for a matrix; every output of its panels is to be put. */
  static CodeMatrix matrix(CodeBits bits, int outputs, int in) {
    return new CodeMatrix(
        bits,
        outputs,
        in,
        bytes((int) CodeMatrix.codeBytes(bits, outputs, in)),
        bytes((int) CodeMatrix.scaleBytes(bits, outputs, in)),
        bytes(Float.BYTES * CodeMatrix.paddedOutputs(outputs)));
  }
}
