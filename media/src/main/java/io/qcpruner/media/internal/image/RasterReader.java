package io.qcpruner.media.internal.image;

import io.qcpruner.media.MediaException;
import java.awt.image.Raster;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.stream.ImageInputStream;
import javax.imageio.stream.MemoryCacheImageInputStream;

/**
 * Runs one named ImageIO reader over bytes that were checked before. PixelSamples are taken from
 * the raster, so no colour conversion of the class library takes part.
 */
final class RasterReader {

  private RasterReader() {}

  /**
   * PixelSamples of the first image.
   *
   * @param width what the checked header says; a reader that disagrees is not believed
   */
  static Raster read(String source, ImageFormat format, byte[] data, int width, int height)
      throws MediaException {
    ImageReader reader = reader(format);
    try (ImageInputStream in = new MemoryCacheImageInputStream(new ByteArrayInputStream(data))) {
      reader.setInput(in, true, true);
      List<String> warnings = new ArrayList<>();
      reader.addIIOReadWarningListener((from, warning) -> warnings.add(warning));
      if (reader.getWidth(0) != width || reader.getHeight(0) != height) {
        throw new MediaException(source, "contradictory sizes in the " + format + " header");
      }
      // a JPEG raster holds the components as stored; the other readers have no such mode
      Raster raster =
          reader.canReadRaster() ? reader.readRaster(0, null) : reader.read(0).getRaster();
      if (raster.getWidth() != width || raster.getHeight() != height) {
        throw new MediaException(source, "contradictory sizes in the " + format + " data");
      }
      // the JPEG reader makes up what a short scan lacks, with a warning
      if (warnings.stream().anyMatch(warning -> warning.contains("remature end"))) {
        throw new MediaException(source, "truncated: " + format + " data ends before the picture");
      }
      return raster;
    } catch (MediaException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      // readers answer broken data with anything from IIOException to ArrayIndexOutOfBounds
      String detail = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
      throw new MediaException(source, "broken " + format + " data: " + detail, e);
    } finally {
      reader.dispose();
    }
  }

  private static ImageReader reader(ImageFormat format) {
    Iterator<ImageReader> readers = ImageIO.getImageReadersByFormatName(format.name());
    while (readers.hasNext()) {
      ImageReader reader = readers.next();
      // whatever else is installed, results must not depend on it
      if (reader.getClass().getName().startsWith("com.sun.imageio.plugins.")) {
        return reader;
      }
    }
    throw new IllegalStateException("this Java runtime has no " + format + " reader");
  }
}
