package io.qcpruner.model.backbone.qwen;

import io.qcpruner.media.Detail;

/**
 * The area that pictures get.
 *
 * @param usual unless a request says otherwise
 * @param high what the checkpoint's file says, as transformers takes it
 */
public record PictureRanges(PixelRange usual, PixelRange high) {
  /** Most tokens of a picture with low detail: the authors' example of a smaller limit. */
  private static final int LOW_TOKENS = 16 * 16;

  /**
   * @param unit side of a token in pixels
   */
  PixelRange of(Detail detail, int unit) {
    return switch (detail) {
      case AUTO -> usual;
      case HIGH -> high;
      case LOW -> high.atMost((long) LOW_TOKENS * unit * unit);
    };
  }
}
