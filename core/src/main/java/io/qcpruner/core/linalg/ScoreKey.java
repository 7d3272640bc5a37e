package io.qcpruner.core.linalg;

/**
 * A score and an index packed into one long: ascending keys are descending scores and, among equal
 * scores, ascending indices. Sorting keys settles ties for good.
 */
public final class ScoreKey {

  private ScoreKey() {}

  /** Packs a score that is not NaN with an index from 0 up. */
  public static long of(float score, int index) {
    int bits = Float.floatToRawIntBits(score + 0f); // -0 and 0 are one score
    return ((long) flip(~bits) << 32) | index;
  }

  public static int index(long key) {
    return (int) key;
  }

  public static float score(long key) {
    return Float.intBitsToFloat(~flip((int) (key >> 32)));
  }

  /** Makes the bits of a float sort like the float, or turns them back. */
  private static int flip(int bits) {
    return bits ^ ((~bits >> 31) & 0x7fffffff);
  }
}
