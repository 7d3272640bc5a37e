package io.qcpruner.eval.plot;

import java.awt.BasicStroke;
import java.awt.Color;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Optional;
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
 * @param band a shaded range of x
 * @param doubling whether equal steps of x stand for doublings, as budgets do
 */
public record LinePlot(
    String title,
    String xTitle,
    String yTitle,
    List<Series> series,
    double mark,
    Optional<Band> band,
    boolean doubling) {

  private static final int WIDTH = 900;
  private static final int HEIGHT = 600;
  private static final MathContext DIGITS = new MathContext(4);
  private static final Color BAND_COLOR = new Color(0xE8, 0xE8, 0xE8);

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

  /** A range of x; half a unit is shaded on either side. */
  public record Band(double from, double to) {}

  public LinePlot(String title, String xTitle, String yTitle, List<Series> series, double mark) {
    this(title, xTitle, yTitle, series, mark, Optional.empty(), false);
  }

  /** The same with an x axis on which equal steps are doublings. */
  public LinePlot doublings() {
    return new LinePlot(title, xTitle, yTitle, series, mark, band, true);
  }

  public LinePlot {
    series = List.copyOf(series);
    if (series.isEmpty()) {
      throw new IllegalArgumentException("nothing to plot in " + title);
    }
  }

  /** Writes {@code name.png} and {@code name.svg} and gives their paths. */
  public List<Path> write(Path folder, String name) throws IOException {
    return new Figure(List.of(this), WIDTH, HEIGHT, Styler.LegendPosition.OutsideE)
        .write(folder, name);
  }

  XYChart chart(int width, int height, Styler.LegendPosition legend) {
    XYChart chart =
        new XYChartBuilder()
            .width(width)
            .height(height)
            .title(title)
            .xAxisTitle(xTitle)
            .yAxisTitle(yTitle)
            .build();
    chart.getStyler().setLegendPosition(legend);
    chart.getStyler().setChartBackgroundColor(Color.WHITE);
    chart.getStyler().setMarkerSize(7);
    double low = Double.POSITIVE_INFINITY;
    double high = Double.NEGATIVE_INFINITY;
    for (Series line : series) {
      for (double y : line.y) {
        low = Math.min(low, y);
        high = Math.max(high, y);
      }
    }
    // first, so that it lies behind the lines
    if (band.isPresent()) {
      shade(chart, band.get(), low, high);
    }
    for (Series line : series) {
      chart.addSeries(line.name, line.x.stream().map(this::place).toList(), line.y);
    }
    axes(chart, low, high);
    if (!Double.isNaN(mark)) {
      XYSeries dashed =
          chart.addSeries(
              "chosen: " + number(mark),
              new ArrayList<>(List.of(place(mark), place(mark))),
              List.of(low, high));
      dashed.setMarker(SeriesMarkers.NONE);
      dashed.setLineColor(Color.GRAY);
      dashed.setLineStyle(
          new BasicStroke(
              1.5f, BasicStroke.CAP_BUTT, BasicStroke.JOIN_MITER, 10f, new float[] {6f, 6f}, 0f));
    }
    return chart;
  }

  private double place(double x) {
    return doubling ? Math.log(x) / Math.log(2) : x;
  }

  /** Numbers that can be read: whole budgets, and no more decimals than the values need. */
  private void axes(XYChart chart, double low, double high) {
    if (doubling) {
      double first = ends().getMin();
      double last = ends().getMax();
      chart.getStyler().setXAxisMin(Math.floor(place(first)));
      chart.getStyler().setXAxisMax(Math.ceil(place(last)));
      chart
          .getStyler()
          .setXAxisMaxLabelCount((int) (Math.ceil(place(last)) - Math.floor(place(first))) + 1);
      chart.setCustomXAxisTickLabelsFormatter(x -> number(Math.rint(Math.pow(2, x))));
    } else {
      chart.setCustomXAxisTickLabelsFormatter(LinePlot::number);
      // a mark or a point on the edge is cut in half
      double room = Math.max(0.02 * (ends().getMax() - ends().getMin()), 1e-6);
      chart.getStyler().setXAxisMin(ends().getMin() - room);
      chart.getStyler().setXAxisMax(ends().getMax() + room);
    }
    chart.setCustomYAxisTickLabelsFormatter(LinePlot::number);
    if (band.isEmpty()) {
      double room = high > low ? 0.05 * (high - low) : 0.5;
      chart.getStyler().setYAxisMin(low - room);
      chart.getStyler().setYAxisMax(high + room);
    }
  }

  private DoubleSummaryStatistics ends() {
    return series.stream()
        .flatMap(line -> line.x.stream())
        .mapToDouble(Double::doubleValue)
        .summaryStatistics();
  }

  private static String number(double value) {
    return new BigDecimal(value).round(DIGITS).stripTrailingZeros().toPlainString();
  }

  /** An area from the lowest to the highest value drawn. */
  private static void shade(XYChart chart, Band band, double low, double high) {
    chart.getStyler().setYAxisMin(low);
    chart.getStyler().setYAxisMax(high);
    // an area reaches from its line to zero
    area(chart, "  ", band, high);
    if (low < 0) {
      area(chart, "   ", band, low);
    }
  }

  private static void area(XYChart chart, String name, Band band, double level) {
    XYSeries area =
        chart.addSeries(name, List.of(band.from - 0.5, band.to + 0.5), List.of(level, level));
    area.setXYSeriesRenderStyle(XYSeries.XYSeriesRenderStyle.Area);
    area.setFillColor(BAND_COLOR);
    area.setLineColor(BAND_COLOR);
    area.setMarker(SeriesMarkers.NONE);
    area.setShowInLegend(false);
  }
}
