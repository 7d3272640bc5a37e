package io.qcpruner.media.internal.image;

import io.qcpruner.media.AlphaPolicy;
import io.qcpruner.media.MediaException;
import io.qcpruner.media.MediaLimits;
import io.qcpruner.media.RgbImage;

/**
 * Image bytes to 8-bit RGB as stored. EXIF rotation ({@link ExifTag}) and colour profiles are
 * ignored, as the reference code does; of an animation the first frame is taken.
 */
public final class ImageDecoder {

  private ImageDecoder() {}

  /**
   * The pixels of an image file.
   *
   * @param source name for messages
   * @param data the whole file
   */
  public static RgbImage decode(String source, byte[] data, AlphaPolicy alpha, MediaLimits limits)
      throws MediaException {
    if (data.length > limits.maxImageBytes()) {
      throw new MediaException(
          source, "file of " + data.length + " bytes is over " + limits.maxImageBytes());
    }
    if (data.length == 0) {
      throw new MediaException(source, "file is empty");
    }
    ImageFormat format =
        ImageFormat.of(data)
            .orElseThrow(
                () -> new MediaException(source, "not a PNG, JPEG, WebP, GIF or BMP image"));
    return switch (format) {
      case PNG -> PngDecoder.decode(source, data, alpha, limits);
      case JPEG -> JpegDecoder.decode(source, data, limits);
      case WEBP -> WebpDecoder.decode(source, data, alpha, limits);
      case GIF -> GifDecoder.decode(source, data, alpha, limits);
      case BMP -> BmpDecoder.decode(source, data, alpha, limits);
    };
  }
}
