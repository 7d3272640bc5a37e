package io.qcpruner.eval.plot;

import java.awt.Color;
import java.awt.Shape;
import java.awt.geom.PathIterator;
import java.io.ByteArrayOutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A figure as a PDF of one page, whose words are text in Helvetica. */
final class PdfCanvas implements Canvas {

  /** What PDF calls WinAnsi: other characters become question marks. */
  private static final Charset LETTERS = Charset.forName("windows-1252");

  private static final int POINTS_PER_INCH = 72;

  private final int height;
  private final double scale;
  private final double inches;
  private final StringBuilder page = new StringBuilder();

  /**
   * A page of that many units.
   *
   * @param inches how wide it is on paper
   */
  PdfCanvas(int width, int height, double inches) {
    this.height = height;
    this.inches = inches;
    this.scale = inches * POINTS_PER_INCH / width;
    page.append(number(scale)).append(" 0 0 ").append(number(scale)).append(" 0 0 cm\n");
  }

  @Override
  public void fill(Shape shape, Color color) {
    page.append(rgb(color)).append(" rg ").append(path(shape)).append("f\n");
  }

  @Override
  public void draw(Shape shape, Color color, Pen pen) {
    String dashes = pen.dashed ? "[" + Pen.DASH + " " + Pen.DASH + "] 0 d " : "[] 0 d ";
    page.append(rgb(color)).append(" RG ").append(number(pen.width)).append(" w 1 j ");
    page.append(dashes).append(path(shape)).append("S\n");
  }

  @Override
  public void text(String text, double x, double y, Anchor anchor, Face face, Color color) {
    double back = anchor.share * length(text, face);
    boolean turned = face == Face.TURNED;
    String place = turned ? "0 1 -1 0 " + point(x, y + back) : "1 0 0 1 " + point(x - back, y);
    page.append("BT ").append(rgb(color)).append(" rg ");
    page.append(face == Face.TITLE ? "/F2 " : "/F1 ").append(face.size).append(" Tf ");
    page.append(place).append("Tm (").append(literal(text)).append(") Tj ET\n");
  }

  @Override
  public double length(String text, Face face) {
    return Helvetica.length(text, face);
  }

  /** The file: five objects, the page's drawing, and where each of them begins. */
  byte[] document() {
    byte[] drawing = page.toString().getBytes(LETTERS);
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    List<Integer> starts = new ArrayList<>();
    write(file, "%PDF-1.4\n");
    List<String> objects =
        List.of(
            "<< /Type /Catalog /Pages 2 0 R >>",
            "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            ("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 %s %s] /Contents 6 0 R"
                    + " /Resources << /Font << /F1 4 0 R /F2 5 0 R >> >> >>")
                .formatted(number(inches * POINTS_PER_INCH), number(height * scale)),
            font("Helvetica"),
            font("Helvetica-Bold"));
    for (String object : objects) {
      starts.add(file.size());
      write(file, starts.size() + " 0 obj\n" + object + "\nendobj\n");
    }
    starts.add(file.size());
    write(file, "6 0 obj\n<< /Length " + drawing.length + " >>\nstream\n");
    file.writeBytes(drawing);
    write(file, "\nendstream\nendobj\n");
    int table = file.size();
    write(file, "xref\n0 7\n0000000000 65535 f \n");
    starts.forEach(start -> write(file, "%010d 00000 n \n".formatted(start)));
    write(file, "trailer\n<< /Size 7 /Root 1 0 R >>\nstartxref\n" + table + "\n%%EOF\n");
    return file.toByteArray();
  }

  private static String font(String name) {
    return "<< /Type /Font /Subtype /Type1 /BaseFont /" + name + " /Encoding /WinAnsiEncoding >>";
  }

  private static void write(ByteArrayOutputStream file, String text) {
    file.writeBytes(text.getBytes(StandardCharsets.US_ASCII));
  }

  private static String literal(String text) {
    return text.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)");
  }

  private String path(Shape shape) {
    StringBuilder path = new StringBuilder();
    double[] at = new double[6];
    for (PathIterator i = shape.getPathIterator(null); !i.isDone(); i.next()) {
      switch (i.currentSegment(at)) {
        case PathIterator.SEG_MOVETO -> path.append(point(at[0], at[1])).append("m ");
        case PathIterator.SEG_LINETO -> path.append(point(at[0], at[1])).append("l ");
        case PathIterator.SEG_CUBICTO ->
            path.append(point(at[0], at[1]))
                .append(point(at[2], at[3]))
                .append(point(at[4], at[5]))
                .append("c ");
        case PathIterator.SEG_CLOSE -> path.append("h ");
        default -> throw new AssertionError("figures have no quadratic curves");
      }
    }
    return path.toString();
  }

  /** PDF counts from the lower left corner. */
  private String point(double x, double y) {
    return number(x) + " " + number(height - y) + " ";
  }

  private static String rgb(Color color) {
    float[] parts = color.getRGBColorComponents(null);
    return number(parts[0]) + " " + number(parts[1]) + " " + number(parts[2]);
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.3f", value);
  }
}
