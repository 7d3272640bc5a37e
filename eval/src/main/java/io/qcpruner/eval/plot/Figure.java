package io.qcpruner.eval.plot;

import io.qcpruner.json.WholeFile;
import io.qcpruner.media.internal.draw.PngFiles;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Panels side by side in one picture.
 *
 * @param width of one panel in pixels
 * @param height of one panel in pixels
 */
public record Figure(List<LinePlot> panels, int width, int height) {

  private static final int PANEL_WIDTH = 320;
  private static final int PANEL_HEIGHT = 260;

  /** One column of a paper is 3.35 inches wide, two are 7. */
  private static final double INCHES_OF_ONE_PANEL = 3.35;

  private static final double INCHES_OF_MORE = 7;
  private static final int DOTS_PER_INCH = 300;

  public Figure {
    panels = List.copyOf(panels);
    if (panels.isEmpty()) {
      throw new IllegalArgumentException("a figure needs a panel");
    }
  }

  /** Panels of the usual size. */
  public Figure(List<LinePlot> panels) {
    this(panels, PANEL_WIDTH, PANEL_HEIGHT);
  }

  /**
   * Writes {@code name.png} with 300 dots per inch, {@code name.svg} and {@code name.pdf} with all
   * words as text, and gives their paths. PNG and PDF have the width of a column of a paper, or of
   * two for several panels.
   */
  public List<Path> write(Path folder, String name) throws IOException {
    Path png = folder.resolve(name + ".png");
    PngFiles.write(pixels(), png, DOTS_PER_INCH);
    SvgCanvas svg = new SvgCanvas(width * panels.size(), height);
    paint(svg);
    Path drawing = folder.resolve(name + ".svg");
    WholeFile.write(drawing, svg.document());
    PdfCanvas pdf = new PdfCanvas(width * panels.size(), height, inches());
    paint(pdf);
    Path page = folder.resolve(name + ".pdf");
    WholeFile.write(page, pdf.document());
    return List.of(png, drawing, page);
  }

  private double inches() {
    return panels.size() == 1 ? INCHES_OF_ONE_PANEL : INCHES_OF_MORE;
  }

  private BufferedImage pixels() {
    int across = width * panels.size();
    PixelCanvas canvas = new PixelCanvas(across, height, inches() * DOTS_PER_INCH / across);
    paint(canvas);
    return canvas.image();
  }

  private void paint(Canvas canvas) {
    for (int i = 0; i < panels.size(); i++) {
      panels.get(i).paint(canvas, new Rectangle2D.Double(i * width, 0, width, height));
    }
  }
}
