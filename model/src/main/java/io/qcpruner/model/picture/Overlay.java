package io.qcpruner.model.picture;

import io.qcpruner.media.RgbImage;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.util.List;

/** Draws over a copy of the original picture. */
public final class Overlay {
  /** Brightness left where nothing was kept. */
  private static final double DIM = 0.28;

  private static final Color OUTLINE = new Color(0xFFB000);
  private static final double HEAT = 0.65;

  /** A visual row's place. */
  public record Cell(int group, int row, int col) {}

  private final RgbImage picture;
  private final PatchGeometry geometry;

  public Overlay(RgbImage picture, PatchGeometry geometry) {
    this.picture = picture;
    this.geometry = geometry;
  }

  /** The picture as it is. */
  public BufferedImage original() {
    return scaled(1);
  }

  /** The kept patches in full light with a thin frame, everything else dark. */
  public BufferedImage kept(List<Cell> cells) {
    BufferedImage out = scaled(DIM);
    BufferedImage light = scaled(1);
    Graphics2D g = out.createGraphics();
    for (Cell cell : cells) {
      Rectangle2D r = geometry.cell(cell.group, cell.row, cell.col);
      if (!r.isEmpty()) {
        g.setClip(r);
        g.drawImage(light, 0, 0, null);
        g.setClip(null);
      }
    }
    g.setColor(OUTLINE);
    for (Cell cell : cells) {
      Rectangle2D r = geometry.cell(cell.group, cell.row, cell.col);
      if (!r.isEmpty()) {
        g.draw(new Rectangle2D.Double(r.getX(), r.getY(), r.getWidth() - 1, r.getHeight() - 1));
      }
    }
    g.dispose();
    return out;
  }

  /** A value per cell as colour over the grey picture, normalised to the smallest and largest. */
  public BufferedImage heat(List<Cell> cells, float[] values) {
    if (cells.size() != values.length) {
      throw new IllegalArgumentException(cells.size() + " cells but " + values.length + " values");
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
      Cell cell = cells.get(i);
      Rectangle2D r = geometry.cell(cell.group, cell.row, cell.col);
      double level = max > min ? (values[i] - min) / (max - min) : 0;
      int rgb = ColorScale.rgb(level);
      g.setColor(new Color(rgb >> 16 & 255, rgb >> 8 & 255, rgb & 255, (int) (255 * HEAT)));
      g.fill(r);
    }
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
    return out;
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
    return out;
  }

  private BufferedImage blank() {
    return new BufferedImage(picture.width(), picture.height(), BufferedImage.TYPE_INT_RGB);
  }
}
