package io.qcpruner.kernels;

/** How many bits the codes of a {@link CodeMatrix} have, and how they lie. */
public enum CodeBits {
  /** Codes from -127 to 127, 128 above 0 in a byte. */
  EIGHT(8, 128, BlockTurn.BLOCK, 0),
  /** Codes from -8 to 7, 8 above 0 in half a byte; groups have a scale and a shift. */
  FOUR(4, 8, 32, 2);

  private final int bits;
  private final int moved;
  private final int group;
  private final int scaleBytes;

  CodeBits(int bits, int moved, int group, int scaleBytes) {
    this.bits = bits;
    this.moved = moved;
    this.group = group;
    this.scaleBytes = scaleBytes;
  }

  int bits() {
    return bits;
  }

  /** What stands for code 0. */
  int moved() {
    return moved;
  }

  /** Turned inputs that are rounded together; rows have a scale for this many. */
  int group() {
    return group;
  }

  /** Bytes of scale and shift of a group of one output. */
  int scaleBytes() {
    return scaleBytes;
  }
}
