package io.qcpruner.pocket.question;

/** Disjoint ranges of seeds: nothing of the test range is ever drawn in training. */
public enum Split {
  TRAIN(3L << 40),
  CALIBRATION(2L << 40),
  TEST(1L << 40);

  /** Scenes of each split. */
  public static final long SIZE = 1L << 40;

  private final long base;

  Split(long base) {
    this.base = base;
  }

  /** The seed of the index-th scene of this split. */
  public long seed(long index) {
    if (index < 0 || index >= SIZE) {
      throw new IllegalArgumentException("scene index " + index);
    }
    return base + index;
  }
}
