package io.qcpruner.eval.plot;

import de.erichseifert.vectorgraphics2d.Processors;
import de.erichseifert.vectorgraphics2d.VectorGraphics2D;
import de.erichseifert.vectorgraphics2d.util.PageSize;
import io.qcpruner.json.WholeFile;
import io.qcpruner.media.draw.PngFiles;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.style.Styler;

/**
 * Panels side by side in one picture.
 *
 * @param width of one panel in pixels
 * @param height of one panel in pixels
 * @param legend where each panel has its legend
 */
public record Figure(List<LinePlot> panels, int width, int height, Styler.LegendPosition legend) {

  private static final int PANEL_WIDTH = 480;
  private static final int PANEL_HEIGHT = 400;

  public Figure {
    panels = List.copyOf(panels);
    if (panels.isEmpty()) {
      throw new IllegalArgumentException("a figure needs a panel");
    }
  }

  /** Panels of the usual size, legends below the data. */
  public Figure(List<LinePlot> panels) {
    this(panels, PANEL_WIDTH, PANEL_HEIGHT, Styler.LegendPosition.OutsideS);
  }

  /** Writes {@code name.png} and {@code name.svg} and gives their paths. */
  public List<Path> write(Path folder, String name) throws IOException {
    int all = width * panels.size();
    Path png = folder.resolve(name + ".png");
    BufferedImage image = new BufferedImage(all, height, BufferedImage.TYPE_INT_RGB);
    Graphics2D pixels = image.createGraphics();
    paint(pixels);
    pixels.dispose();
    PngFiles.write(image, png);
    Path svg = folder.resolve(name + ".svg");
    VectorGraphics2D lines = new VectorGraphics2D();
    paint(lines);
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    Processors.get("svg")
        .getDocument(lines.getCommands(), new PageSize(0, 0, all, height))
        .writeTo(text);
    WholeFile.write(svg, text.toByteArray());
    return List.of(png, svg);
  }

  private void paint(Graphics2D target) {
    for (int i = 0; i < panels.size(); i++) {
      XYChart chart = panels.get(i).chart(width, height, legend);
      Graphics2D panel = (Graphics2D) target.create();
      panel.translate(i * width, 0);
      chart.paint(panel, width, height);
      panel.dispose();
    }
  }
}
