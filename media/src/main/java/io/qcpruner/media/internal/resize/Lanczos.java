package io.qcpruner.media.internal.resize;

import io.qcpruner.media.RgbImage;

/** Resizing that gives the bytes of Pillow's {@code Image.resize(size, LANCZOS)}. */
public final class Lanczos {

  private static final FilteredResize RESIZE = new FilteredResize(Filter.LANCZOS);

  private Lanczos() {}

  /** The image at the new size; aspect is not preserved. */
  public static RgbImage resize(RgbImage image, int width, int height) {
    return RESIZE.resize(image, width, height);
  }
}
