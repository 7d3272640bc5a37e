package io.qcpruner.media.internal.image;

import io.qcpruner.media.AlphaPolicy;

/**
 * Colours of an indexed image with transparency already applied; indices without an entry are
 * black.
 */
final class Palette {

  private final byte[] rgb = new byte[3 * 256];

  /**
   * @param entries red, green, blue of each entry
   * @param alphas opacity of the first entries; the others are opaque
   */
  Palette(byte[] entries, byte[] alphas, AlphaPolicy policy) {
    for (int i = 0; i < rgb.length; i++) {
      int sample = i < entries.length ? entries[i] & 255 : 0;
      int alpha = i / 3 < alphas.length ? alphas[i / 3] & 255 : 255;
      rgb[i] = (byte) policy.apply(sample, alpha);
    }
  }

  void put(int index, byte[] out, int offset) {
    System.arraycopy(rgb, 3 * index, out, offset, 3);
  }
}
