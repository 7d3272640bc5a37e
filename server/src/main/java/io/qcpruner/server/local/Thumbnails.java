package io.qcpruner.server.local;

import io.qcpruner.media.RgbImage;
import io.qcpruner.media.internal.draw.Overlay;
import io.qcpruner.model.EncodedVisual;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import javax.imageio.ImageIO;
import javax.imageio.stream.ImageOutputStream;
import javax.imageio.stream.MemoryCacheImageOutputStream;

/** Small pictures of a clip's frames: what the model saw, whatever a browser can play. */
final class Thumbnails {
  private static final int MAX_SIDE = 128;

  private Thumbnails() {}

  /** Data addresses of the frames of a conversation's only clip; empty otherwise. */
  static List<String> of(List<EncodedVisual> visuals) {
    if (visuals.size() != 1 || !visuals.get(0).isClip()) {
      return List.of();
    }
    List<String> out = new ArrayList<>();
    for (RgbImage frame : visuals.get(0).frames()) {
      out.add("data:image/jpeg;base64," + Base64.getEncoder().encodeToString(jpeg(frame)));
    }
    return out;
  }

  private static byte[] jpeg(RgbImage frame) {
    double scale = Math.min(1, (double) MAX_SIDE / Math.max(frame.width(), frame.height()));
    int width = Math.max(1, (int) Math.round(frame.width() * scale));
    int height = Math.max(1, (int) Math.round(frame.height() * scale));
    BufferedImage small = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
    Graphics2D pen = small.createGraphics();
    pen.setRenderingHint(
        RenderingHints.KEY_INTERPOLATION, RenderingHints.VALUE_INTERPOLATION_BILINEAR);
    pen.drawImage(new Overlay(frame).original(), 0, 0, width, height, null);
    pen.dispose();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ImageOutputStream out = new MemoryCacheImageOutputStream(bytes)) {
      if (!ImageIO.write(small, "jpeg", out)) {
        throw new IllegalStateException("this Java has no JPEG writer");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e); // in memory: nothing can be full
    }
    return bytes.toByteArray();
  }
}
