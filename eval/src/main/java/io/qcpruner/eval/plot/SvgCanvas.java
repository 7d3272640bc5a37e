package io.qcpruner.eval.plot;

import java.awt.Color;
import java.awt.Shape;
import java.awt.geom.PathIterator;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** A figure as SVG, whose words are text in the reader's own sans-serif font. */
final class SvgCanvas implements Canvas {

  /** A reader may have a wider font than Helvetica: margins leave room for it. */
  private static final double WIDER = 1.12;

  private final StringBuilder out = new StringBuilder();

  SvgCanvas(int width, int height) {
    out.append(
        """
        <svg xmlns="http://www.w3.org/2000/svg" width="%1$dpx" height="%2$dpx" viewBox="0 0 %1$d %2$d" \
        font-family="Helvetica, Arial, 'Liberation Sans', sans-serif">
        <rect width="%1$d" height="%2$d" fill="#ffffff"/>
        """
            .formatted(width, height));
  }

  byte[] document() {
    return (out + "</svg>\n").getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public void fill(Shape shape, Color color) {
    out.append("<path d=\"%s\" fill=\"%s\"/>\n".formatted(path(shape), hex(color)));
  }

  @Override
  public void draw(Shape shape, Color color, Pen pen) {
    String dashes = pen.dashed ? " stroke-dasharray=\"%d %d\"".formatted(Pen.DASH, Pen.DASH) : "";
    out.append(
        String.format(
            Locale.ROOT,
            "<path d=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"%s\""
                + " stroke-linejoin=\"round\"%s/>%n",
            path(shape),
            hex(color),
            pen.width,
            dashes));
  }

  @Override
  public void text(String text, double x, double y, Anchor anchor, Face face, Color color) {
    String turned =
        face == Face.TURNED
            ? " transform=\"rotate(-90 %s %s)\"".formatted(number(x), number(y))
            : "";
    out.append(
        "<text x=\"%s\" y=\"%s\" font-size=\"%d\" text-anchor=\"%s\" fill=\"%s\"%s%s>%s</text>\n"
            .formatted(
                number(x),
                number(y),
                face.size,
                anchor.svg,
                hex(color),
                face == Face.TITLE ? " font-weight=\"bold\"" : "",
                turned,
                escaped(text)));
  }

  @Override
  public double length(String text, Face face) {
    return WIDER * Helvetica.length(text, face);
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  private static String hex(Color color) {
    return "#%06x".formatted(color.getRGB() & 0xFFFFFF);
  }

  private static String path(Shape shape) {
    StringBuilder path = new StringBuilder();
    double[] at = new double[6];
    for (PathIterator i = shape.getPathIterator(null); !i.isDone(); i.next()) {
      switch (i.currentSegment(at)) {
        case PathIterator.SEG_MOVETO -> points(path, "M", at, 1);
        case PathIterator.SEG_LINETO -> points(path, "L", at, 1);
        case PathIterator.SEG_QUADTO -> points(path, "Q", at, 2);
        case PathIterator.SEG_CUBICTO -> points(path, "C", at, 3);
        default -> path.append('Z');
      }
    }
    return path.toString();
  }

  private static void points(StringBuilder path, String letter, double[] at, int count) {
    path.append(letter);
    for (int i = 0; i < 2 * count; i++) {
      path.append(i == 0 ? "" : " ").append(number(at[i]));
    }
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.2f", value);
  }
}
