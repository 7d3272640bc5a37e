package io.qcpruner.media.internal.draw;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageTypeSpecifier;
import javax.imageio.ImageWriter;
import javax.imageio.metadata.IIOMetadata;
import javax.imageio.metadata.IIOMetadataNode;
import javax.imageio.stream.ImageOutputStream;
import javax.imageio.stream.MemoryCacheImageOutputStream;

/** Pictures that were drawn, as PNG files. */
public final class PngFiles {

  private static final double METERS_PER_INCH = 0.0254;

  private PngFiles() {}

  /** The content of a PNG file; made in memory, where ImageIO by itself takes a temporary file. */
  public static byte[] bytes(BufferedImage image) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ImageOutputStream out = new MemoryCacheImageOutputStream(bytes)) {
      if (!ImageIO.write(image, "png", out)) {
        throw new IOException("no PNG writer for pictures of type " + image.getType());
      }
    }
    return bytes.toByteArray();
  }

  /** Writes a picture that says how many of its pixels make an inch, as printers want to know. */
  public static void write(BufferedImage image, Path file, int dotsPerInch) throws IOException {
    ImageWriter writer = ImageIO.getImageWritersByFormatName("png").next();
    ImageTypeSpecifier type = ImageTypeSpecifier.createFromRenderedImage(image);
    IIOMetadata metadata = writer.getDefaultImageMetadata(type, null);
    IIOMetadataNode root = new IIOMetadataNode("javax_imageio_png_1.0");
    IIOMetadataNode physical = new IIOMetadataNode("pHYs");
    String perMeter = Long.toString(Math.round(dotsPerInch / METERS_PER_INCH));
    physical.setAttribute("pixelsPerUnitXAxis", perMeter);
    physical.setAttribute("pixelsPerUnitYAxis", perMeter);
    physical.setAttribute("unitSpecifier", "meter");
    root.appendChild(physical);
    metadata.mergeTree(root.getNodeName(), root);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ImageOutputStream out = new MemoryCacheImageOutputStream(bytes)) {
      writer.setOutput(out);
      writer.write(metadata, new IIOImage(image, null, metadata), null);
    } finally {
      writer.dispose();
    }
    write(bytes.toByteArray(), file);
  }

  /** Writes a whole file or none; what goes wrong says which file and why, as ImageIO does not. */
  public static void write(BufferedImage image, Path file) throws IOException {
    write(bytes(image), file);
  }

  private static void write(byte[] bytes, Path file) throws IOException {
    try {
      Files.write(file, bytes);
    } catch (FileSystemException e) {
      throw e;
    } catch (IOException e) {
      Files.deleteIfExists(file);
      FileSystemException named = new FileSystemException(file.toString(), null, e.getMessage());
      named.initCause(e);
      throw named;
    }
  }
}
