package io.qcpruner.eval.plot;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.Shape;
import java.awt.geom.AffineTransform;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;

/** A figure as pixels. */
final class PixelCanvas implements Canvas {
  private final BufferedImage image;
  private final Graphics2D g;

  /**
   * A white picture.
   *
   * @param width in points
   * @param height in points
   * @param scale pixels of a point
   */
  PixelCanvas(double width, double height, double scale) {
    image =
        new BufferedImage(
            (int) Math.round(width * scale),
            (int) Math.round(height * scale),
            BufferedImage.TYPE_INT_RGB);
    g = image.createGraphics();
    g.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
    g.setRenderingHint(
        RenderingHints.KEY_FRACTIONALMETRICS, RenderingHints.VALUE_FRACTIONALMETRICS_ON);
    g.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
    // before the scale: a size that was rounded up has a last row too
    fill(new Rectangle2D.Double(0, 0, image.getWidth(), image.getHeight()), Color.WHITE);
    g.scale(scale, scale);
  }

  /** What was drawn; nothing can be drawn after it. */
  BufferedImage image() {
    g.dispose();
    return image;
  }

  @Override
  public void fill(Shape shape, Color color) {
    g.setColor(color);
    g.fill(shape);
  }

  @Override
  public void draw(Shape shape, Color color, Pen pen) {
    g.setColor(color);
    float[] dashes = pen.dashed ? new float[] {Pen.DASH, Pen.DASH} : null;
    g.setStroke(
        new BasicStroke(pen.width, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 10f, dashes, 0f));
    g.draw(shape);
  }

  @Override
  public void text(String text, double x, double y, Anchor anchor, Face face, Color color) {
    AffineTransform upright = g.getTransform();
    g.translate(x, y);
    if (face == Face.TURNED) {
      g.rotate(-Math.PI / 2);
    }
    g.setFont(font(face));
    g.setColor(color);
    g.drawString(text, (float) (-anchor.share * length(text, face)), 0);
    g.setTransform(upright);
  }

  @Override
  public double length(String text, Face face) {
    return font(face).getStringBounds(text, g.getFontRenderContext()).getWidth();
  }

  private static Font font(Face face) {
    return new Font(Font.SANS_SERIF, face == Face.TITLE ? Font.BOLD : Font.PLAIN, face.size);
  }
}
