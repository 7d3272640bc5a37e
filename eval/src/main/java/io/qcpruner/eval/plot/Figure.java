package io.qcpruner.eval.plot;

import de.erichseifert.vectorgraphics2d.Processors;
import de.erichseifert.vectorgraphics2d.VectorGraphics2D;
import de.erichseifert.vectorgraphics2d.util.PageSize;
import io.qcpruner.json.WholeFile;
import io.qcpruner.media.internal.draw.PngFiles;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Panels side by side in one picture.
 *
 * @param width of one panel in pixels
 * @param height of one panel in pixels
 */
public record Figure(List<LinePlot> panels, int width, int height) {

  private static final int PANEL_WIDTH = 480;
  private static final int PANEL_HEIGHT = 360;

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
   * Writes {@code name.png} with 300 dots per inch, {@code name.svg} and {@code name.pdf} with the
   * names of lines as text, and gives their paths.
   */
  public List<Path> write(Path folder, String name) throws IOException {
    Path png = folder.resolve(name + ".png");
    PngFiles.write(pixels(), png, DOTS_PER_INCH);
    List<Path> files = new ArrayList<>(List.of(png));
    for (String form : new String[] {"svg", "pdf"}) {
      VectorGraphics2D lines = new VectorGraphics2D();
      paint(lines);
      ByteArrayOutputStream text = new ByteArrayOutputStream();
      Processors.get(form)
          .getDocument(lines.getCommands(), new PageSize(0, 0, width * panels.size(), height))
          .writeTo(text);
      Path file = folder.resolve(name + "." + form);
      WholeFile.write(file, text.toByteArray());
      files.add(file);
    }
    return List.copyOf(files);
  }

  private BufferedImage pixels() {
    double inches = panels.size() == 1 ? INCHES_OF_ONE_PANEL : INCHES_OF_MORE;
    double scale = inches * DOTS_PER_INCH / (width * panels.size());
    BufferedImage image =
        new BufferedImage(
            (int) Math.round(width * panels.size() * scale),
            (int) Math.round(height * scale),
            BufferedImage.TYPE_INT_RGB);
    Graphics2D pen = image.createGraphics();
    pen.scale(scale, scale);
    paint(pen);
    pen.dispose();
    return image;
  }

  private void paint(Graphics2D target) {
    target.setColor(Color.WHITE);
    target.fillRect(0, 0, width * panels.size(), height);
    for (int i = 0; i < panels.size(); i++) {
      Graphics2D panel = (Graphics2D) target.create();
      panel.translate(i * width, 0);
      panels.get(i).paint(panel, width, height);
      panel.dispose();
    }
  }
}
