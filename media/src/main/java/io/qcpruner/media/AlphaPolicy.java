package io.qcpruner.media;

/** What becomes of transparency. */
public enum AlphaPolicy {
  /** Ignore it and take the colour as stored: the LLaVA family. */
  DROP,
  /** Lay the picture over white: Qwen2.5-VL. */
  OVER_WHITE;

  /** One sample, rounded as Pillow's paste does. */
  public int apply(int sample, int alpha) {
    if (this == DROP) {
      return sample;
    }
    int sum = 255 * (255 - alpha) + sample * alpha + 128;
    return ((sum >> 8) + sum) >> 8;
  }
}
