package io.qcpruner.eval.plot;

import java.awt.BasicStroke;
import java.awt.Color;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.VectorGraphicsEncoder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.Styler;
import org.knowm.xchart.style.markers.SeriesMarkers;

/**
 * Lines over a number axis.
 *
 * @param series one line each, points in the order of x
 * @param mark x of a dashed vertical line, NaN for none
 */
public record LinePlot(
    String title, String xTitle, String yTitle, List<Series> series, double mark) {

  private static final int WIDTH = 900;
  private static final int HEIGHT = 600;

  /** One line. */
  public record Series(String name, List<Double> x, List<Double> y) {
    public Series {
      x = List.copyOf(x);
      y = List.copyOf(y);
      if (x.size() != y.size() || x.isEmpty()) {
        throw new IllegalArgumentException(
            "series " + name + " has " + x.size() + " x and " + y.size() + " y values");
      }
    }
  }

  public LinePlot {
    series = List.copyOf(series);
    if (series.isEmpty()) {
      throw new IllegalArgumentException("nothing to plot in " + title);
    }
  }

  /** Writes {@code name.png} and {@code name.svg} and gives their paths. */
  public List<Path> write(Path folder, String name) throws IOException {
    XYChart chart = chart();
    Path png = folder.resolve(name + ".png");
    Path svg = folder.resolve(name + ".svg");
    BitmapEncoder.saveBitmap(chart, png.toString(), BitmapEncoder.BitmapFormat.PNG);
    VectorGraphicsEncoder.saveVectorGraphic(
        chart, svg.toString(), VectorGraphicsEncoder.VectorGraphicsFormat.SVG);
    return List.of(png, svg);
  }

  private XYChart chart() {
    XYChart chart =
        new XYChartBuilder()
            .width(WIDTH)
            .height(HEIGHT)
            .title(title)
            .xAxisTitle(xTitle)
            .yAxisTitle(yTitle)
            .build();
    chart.getStyler().setLegendPosition(Styler.LegendPosition.OutsideE);
    chart.getStyler().setChartBackgroundColor(Color.WHITE);
    chart.getStyler().setMarkerSize(7);
    double low = Double.POSITIVE_INFINITY;
    double high = Double.NEGATIVE_INFINITY;
    for (Series line : series) {
      chart.addSeries(line.name, line.x, line.y);
      for (double y : line.y) {
        low = Math.min(low, y);
        high = Math.max(high, y);
      }
    }
    if (!Double.isNaN(mark)) {
      XYSeries dashed =
          chart.addSeries(" ", new ArrayList<>(List.of(mark, mark)), List.of(low, high));
      dashed.setMarker(SeriesMarkers.NONE);
      dashed.setLineColor(Color.GRAY);
      dashed.setLineStyle(
          new BasicStroke(
              1.5f, BasicStroke.CAP_BUTT, BasicStroke.JOIN_MITER, 10f, new float[] {6f, 6f}, 0f));
      dashed.setShowInLegend(false);
    }
    return chart;
  }
}
