package io.qcpruner.pocket.scene;

import java.util.Random;

/** Random sources of seeds that may be consecutive numbers. */
public final class Seeds {

  private Seeds() {}

  /**
   * Neighbouring seeds of {@link Random} begin alike; mixing the bits first (splitmix64) cures it.
   */
  public static Random random(long seed) {
    long z = seed + 0x9E3779B97F4A7C15L;
    z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
    z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
    return new Random(z ^ z >>> 31);
  }
}
