package io.qcpruner.eval.plot;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.FontMetrics;
import java.awt.Graphics2D;
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
 * @param level a dashed horizontal line, such as the full model's score
 */
public record LinePlot(
    String title,
    String xTitle,
    String yTitle,
    List<Series> series,
    double mark,
    Optional<Band> band,
    boolean doubling,
    Optional<Level> level) {

  /** Size of all text, in points of the figure. */
  static final int TEXT = 12;

  private static final int WIDTH = 640;
  private static final int HEIGHT = 400;
  private static final Color GREY = new Color(0x51, 0x57, 0x69);
  private static final MathContext DIGITS = new MathContext(4);
  private static final Color BAND_COLOR = new Color(0xE8, 0xE8, 0xE8);

  /**
   * One line.
   *
   * @param ranges an interval around each y; empty where none was computed
   */
  public record Series(String name, List<Double> x, List<Double> y, List<Range> ranges) {
    public Series(String name, List<Double> x, List<Double> y) {
      this(name, x, y, List.of());
    }

    public Series {
      x = List.copyOf(x);
      y = List.copyOf(y);
      ranges = List.copyOf(ranges);
      if (!ranges.isEmpty() && ranges.size() != y.size()) {
        throw new IllegalArgumentException(
            "series " + name + " has " + y.size() + " y and " + ranges.size() + " intervals");
      }
      if (x.size() != y.size() || x.isEmpty()) {
        throw new IllegalArgumentException(
            "series " + name + " has " + x.size() + " x and " + y.size() + " y values");
      }
    }
  }

  /** An interval of y. */
  public record Range(double low, double high) {}

  /** A named value of y. */
  public record Level(String name, double y) {}

  /** A range of x; half a unit is shaded on either side. */
  public record Band(double from, double to) {}

  public LinePlot(String title, String xTitle, String yTitle, List<Series> series, double mark) {
    this(title, xTitle, yTitle, series, mark, Optional.empty(), false, Optional.empty());
  }

  /** The same with a dashed line across. */
  public LinePlot with(Level line) {
    return new LinePlot(title, xTitle, yTitle, series, mark, band, doubling, Optional.of(line));
  }

  /** The same with an x axis on which equal steps are doublings. */
  public LinePlot doublings() {
    return new LinePlot(title, xTitle, yTitle, series, mark, band, true, level);
  }

  public LinePlot {
    series = List.copyOf(series);
    if (series.isEmpty()) {
      throw new IllegalArgumentException("nothing to plot in " + title);
    }
  }

  /** Writes {@code name.png}, {@code name.svg} and {@code name.pdf} and gives their paths. */
  public List<Path> write(Path folder, String name) throws IOException {
    return new Figure(List.of(this), WIDTH, HEIGHT).write(folder, name);
  }

  /** Draws the chart with a margin at its right, where each line has its name. */
  void paint(Graphics2D g, int width, int height) {
    int margin = margin(g);
    XYChart chart = chart(width - margin, height);
    chart.paint(g, width - margin, height);
    List<LineLabels.Label> labels = new ArrayList<>();
    for (int i = 0; i < series.size(); i++) {
      List<Double> y = series.get(i).y;
      double end = chart.getScreenYFromChart(y.get(y.size() - 1));
      labels.add(new LineLabels.Label(series.get(i).name, LineStyles.color(i), end));
    }
    level.ifPresent(
        l -> labels.add(new LineLabels.Label(l.name, GREY, chart.getScreenYFromChart(l.y))));
    double top = chart.getScreenYFromChart(chart.getStyler().getYAxisMax());
    double bottom = chart.getScreenYFromChart(chart.getStyler().getYAxisMin());
    LineLabels.paint(g, labels, width - margin, top, bottom);
  }

  private int margin(Graphics2D g) {
    FontMetrics metrics = g.getFontMetrics(new Font(Font.SANS_SERIF, Font.PLAIN, TEXT));
    int widest = level.map(l -> metrics.stringWidth(l.name)).orElse(0);
    for (Series line : series) {
      widest = Math.max(widest, metrics.stringWidth(line.name));
    }
    return widest + TEXT;
  }

  private static void style(Styler styler) {
    styler.setLegendVisible(false);
    styler.setChartBackgroundColor(Color.WHITE);
    styler.setChartTitleFont(new Font(Font.SANS_SERIF, Font.BOLD, TEXT + 2));
    styler.setPlotBorderVisible(false);
  }

  XYChart chart(int width, int height) {
    XYChart chart =
        new XYChartBuilder()
            .width(width)
            .height(height)
            .title(title)
            .xAxisTitle(xTitle)
            .yAxisTitle(yTitle)
            .build();
    style(chart.getStyler());
    chart.getStyler().setAxisTitleFont(new Font(Font.SANS_SERIF, Font.PLAIN, TEXT));
    chart.getStyler().setAxisTickLabelsFont(new Font(Font.SANS_SERIF, Font.PLAIN, TEXT));
    chart.getStyler().setMarkerSize(7);
    double low = Double.POSITIVE_INFINITY;
    double high = Double.NEGATIVE_INFINITY;
    for (Series line : series) {
      for (double y : line.y) {
        low = Math.min(low, y);
        high = Math.max(high, y);
      }
      for (Range range : line.ranges) {
        low = Math.min(low, range.low);
        high = Math.max(high, range.high);
      }
    }
    if (level.isPresent()) {
      low = Math.min(low, level.get().y);
      high = Math.max(high, level.get().y);
    }
    // first, so that it lies behind the lines
    if (band.isPresent()) {
      shade(chart, band.get(), low, high);
    }
    for (int i = 0; i < series.size(); i++) {
      Series line = series.get(i);
      ranges(chart, line, LineStyles.color(i));
      XYSeries drawn =
          chart.addSeries(line.name, line.x.stream().map(this::place).toList(), line.y);
      drawn.setLineColor(LineStyles.color(i));
      drawn.setLineStyle(new BasicStroke(2));
      drawn.setMarkerColor(LineStyles.color(i));
      drawn.setMarker(LineStyles.marker(i));
    }
    level.ifPresent(
        l ->
            dashed(
                chart,
                l.name,
                List.of(place(ends().getMin()), place(ends().getMax())),
                List.of(l.y, l.y)));
    axes(chart, low, high);
    if (!Double.isNaN(mark)) {
      dashed(
          chart, "chosen: " + number(mark), List.of(place(mark), place(mark)), List.of(low, high));
    }
    return chart;
  }

  private static void dashed(XYChart chart, String name, List<Double> x, List<Double> y) {
    XYSeries line = chart.addSeries(name, new ArrayList<>(x), new ArrayList<>(y));
    line.setMarker(SeriesMarkers.NONE);
    line.setLineColor(GREY);
    line.setLineStyle(
        new BasicStroke(
            1.5f, BasicStroke.CAP_BUTT, BasicStroke.JOIN_MITER, 10f, new float[] {6f, 6f}, 0f));
  }

  /** A thin line from the low to the high end of each interval: XChart's own bars are symmetric. */
  private void ranges(XYChart chart, Series line, Color color) {
    for (int p = 0; p < line.ranges.size(); p++) {
      double x = place(line.x.get(p));
      Range range = line.ranges.get(p);
      XYSeries bar =
          chart.addSeries(
              line.name + " interval " + p,
              new ArrayList<>(List.of(x, x)),
              new ArrayList<>(List.of(range.low, range.high)));
      bar.setMarker(SeriesMarkers.NONE);
      bar.setLineColor(new Color(color.getRed(), color.getGreen(), color.getBlue(), 140));
      bar.setLineStyle(new BasicStroke(1.5f));
    }
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
      double spare = Math.max(0.02 * (ends().getMax() - ends().getMin()), 1e-6);
      chart.getStyler().setXAxisMin(ends().getMin() - spare);
      chart.getStyler().setXAxisMax(ends().getMax() + spare);
    }
    chart.setCustomYAxisTickLabelsFormatter(LinePlot::number);
    if (band.isEmpty()) {
      double spare = high > low ? 0.05 * (high - low) : 0.5;
      chart.getStyler().setYAxisMin(low - spare);
      chart.getStyler().setYAxisMax(high + spare);
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
