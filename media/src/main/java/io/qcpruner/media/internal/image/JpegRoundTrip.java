package io.qcpruner.media.internal.image;

import io.qcpruner.media.MediaException;
import io.qcpruner.media.MediaLimits;
import io.qcpruner.media.RgbImage;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.stream.MemoryCacheImageOutputStream;

/** Encodes an image as JPEG and decodes it again, as some evaluation harnesses do on the way. */
public final class JpegRoundTrip {

  private JpegRoundTrip() {}

  /**
   * The image after the loss of a JPEG of the given quality.
   *
   * @param quality 1..100 in the sense of libjpeg and Pillow
   */
  public static RgbImage apply(RgbImage image, int quality) throws MediaException {
    if (quality < 1 || quality > 100) {
      throw new IllegalArgumentException("JPEG quality " + quality);
    }
    byte[] jpeg = encode(image, quality);
    // the pixels are in memory already, so the limits of files do not apply
    JpegHeader header =
        JpegHeader.parse(
            "JPEG round trip", jpeg, MediaLimits.DEFAULT.withImagePixels(Integer.MAX_VALUE / 4));
    return JpegDecoder.decode("JPEG round trip", header);
  }

  private static byte[] encode(RgbImage image, int quality) throws MediaException {
    BufferedImage buffered =
        new BufferedImage(image.width(), image.height(), BufferedImage.TYPE_INT_RGB);
    int[] row = new int[image.width()];
    for (int y = 0; y < image.height(); y++) {
      for (int x = 0; x < row.length; x++) {
        row[x] = image.sample(x, y, 0) << 16 | image.sample(x, y, 1) << 8 | image.sample(x, y, 2);
      }
      buffered.setRGB(0, y, row.length, 1, row, 0, row.length);
    }
    ImageWriter writer = ImageIO.getImageWritersByFormatName("jpeg").next();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (MemoryCacheImageOutputStream stream = new MemoryCacheImageOutputStream(out)) {
      ImageWriteParam param = writer.getDefaultWriteParam();
      param.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
      // a hair less: table entries that end in one half are rounded up, as libjpeg does
      param.setCompressionQuality(quality / 100f - 1e-6f);
      writer.setOutput(stream);
      writer.write(null, new IIOImage(buffered, null, null), param);
    } catch (IOException e) {
      throw new MediaException("JPEG round trip", "cannot be encoded", e);
    } finally {
      writer.dispose();
    }
    return out.toByteArray();
  }
}
