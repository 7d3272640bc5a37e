package io.qcpruner.media.internal.draw;

import io.qcpruner.media.RgbImage;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.util.List;

/** Draws over a copy of the original picture. */
public final class Overlay {
  /** Brightness left where nothing was kept. */
  private static final double DIM = 0.28;

  private static final Color OUTLINE = new Color(0xFFB000);
  private static final double HEAT = 0.65;

  private final RgbImage picture;
  private final int factor;

  public Overlay(RgbImage picture) {
    this(picture, 1);
  }

  /**
   * @param factor how many times larger the drawings are; areas stay in pixels of the picture
   */
  public Overlay(RgbImage picture, int factor) {
    if (factor < 1) {
      throw new IllegalArgumentException("drawings can't be " + factor + " times as large");
    }
    this.picture = picture;
    this.factor = factor;
  }

  /** The picture as it is. */
  public BufferedImage original() {
    return scaled(1);
  }

  /** The given areas in full light with a thin frame, everything else dark. */
  public BufferedImage kept(List<Area> areas) {
    BufferedImage out = scaled(DIM);
    BufferedImage light = scaled(1);
    Graphics2D g = out.createGraphics();
    for (Area area : areas) {
      if (!area.isEmpty()) {
        g.setClip(rectangle(area, 0));
        g.drawImage(light, 0, 0, null);
        g.setClip(null);
      }
    }
    g.setColor(OUTLINE);
    g.setStroke(new BasicStroke(factor));
    for (Area area : areas) {
      if (!area.isEmpty()) {
        g.draw(rectangle(area, factor));
      }
    }
    g.dispose();
    return out;
  }

  /** A value per area as colour over the grey picture, normalised to the smallest and largest. */
  public BufferedImage heat(List<Area> areas, float[] values) {
    return heat(areas, values, ColorScale.BLUE_YELLOW);
  }

  /** A copy in other colours. */
  public BufferedImage heat(List<Area> areas, float[] values, ColorScale scale) {
    if (areas.size() != values.length) {
      throw new IllegalArgumentException(areas.size() + " areas but " + values.length + " values");
    }
    float min = Float.POSITIVE_INFINITY;
    float max = Float.NEGATIVE_INFINITY;
    for (float v : values) {
      min = Math.min(min, v);
      max = Math.max(max, v);
    }
    BufferedImage out = grey();
    Graphics2D g = out.createGraphics();
    for (int i = 0; i < values.length; i++) {
      double level = max > min ? (values[i] - min) / (max - min) : 0;
      int rgb = scale.rgb(level);
      g.setColor(new Color(rgb >> 16 & 255, rgb >> 8 & 255, rgb & 255, (int) (255 * HEAT)));
      g.fill(rectangle(areas.get(i), 0));
    }
    g.dispose();
    return out;
  }

  /** In pixels of the drawing; {@code less} leaves room for a line of that width inside. */
  private Rectangle2D rectangle(Area area, int less) {
    double half = factor > 1 ? less / 2.0 : 0;
    return new Rectangle2D.Double(
        factor * area.x() + half,
        factor * area.y() + half,
        factor * area.width() - less,
        factor * area.height() - less);
  }

  private BufferedImage enlarged(BufferedImage image) {
    if (factor == 1) {
      return image;
    }
    int width = factor * image.getWidth();
    int height = factor * image.getHeight();
    BufferedImage out = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
    Graphics2D g = out.createGraphics();
    g.setRenderingHint(
        RenderingHints.KEY_INTERPOLATION, RenderingHints.VALUE_INTERPOLATION_BICUBIC);
    g.drawImage(image, 0, 0, width, height, null);
    g.dispose();
    return out;
  }

  private BufferedImage scaled(double brightness) {
    BufferedImage out = blank();
    for (int y = 0; y < picture.height(); y++) {
      for (int x = 0; x < picture.width(); x++) {
        int r = (int) (picture.sample(x, y, 0) * brightness);
        int gr = (int) (picture.sample(x, y, 1) * brightness);
        int b = (int) (picture.sample(x, y, 2) * brightness);
        out.setRGB(x, y, r << 16 | gr << 8 | b);
      }
    }
    return enlarged(out);
  }

  private BufferedImage grey() {
    BufferedImage out = blank();
    for (int y = 0; y < picture.height(); y++) {
      for (int x = 0; x < picture.width(); x++) {
        int level =
            (299 * picture.sample(x, y, 0)
                    + 587 * picture.sample(x, y, 1)
                    + 114 * picture.sample(x, y, 2))
                / 1000;
        out.setRGB(x, y, level << 16 | level << 8 | level);
      }
    }
    return enlarged(out);
  }

  private BufferedImage blank() {
    return new BufferedImage(picture.width(), picture.height(), BufferedImage.TYPE_INT_RGB);
  }
}
