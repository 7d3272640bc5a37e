package io.qcpruner.media.internal.resize;

import io.qcpruner.media.RgbImage;

/** Bicubic resizing that gives the bytes of Pillow's {@code Image.resize(size, BICUBIC)}. */
public final class Bicubic {

  private static final FilteredResize RESIZE = new FilteredResize(Filter.BICUBIC);

  private Bicubic() {}

  /** The image at the new size; aspect is not preserved. */
  public static RgbImage resize(RgbImage image, int width, int height) {
    return RESIZE.resize(image, width, height);
  }

  /**
   * The part {@code [left, left + cropWidth) x [top, top + cropHeight)} of the image resized to
   * width x height, without ever making the rest: a long thin image may have a huge resized form.
   */
  public static RgbImage resizeWindow(
      RgbImage image, int width, int height, int left, int top, int cropWidth, int cropHeight) {
    return RESIZE.resizeWindow(image, width, height, left, top, cropWidth, cropHeight);
  }
}
