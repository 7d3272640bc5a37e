package io.qcpruner.eval.plot;

import io.qcpruner.eval.plot.Canvas.Anchor;
import io.qcpruner.eval.plot.Canvas.Face;
import io.qcpruner.eval.plot.Canvas.Pen;
import java.awt.Color;
import java.awt.geom.Line2D;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;
import java.util.ArrayList;
import java.util.List;

/** Draws a plot: axes, ticks and grid, then the lines with their names at the right. */
final class PlotPainter {

  private static final int TEXT = Canvas.TEXT;
  private static final Color INK = new Color(0x1A1D27);
  private static final Color GREY = new Color(0x515769);
  private static final Color GRID = new Color(0xD9DCE3);
  private static final Color BAND = new Color(0xE8E8E8);
  private static final int GAP = 6;
  private static final double RADIUS = 3.5;
  private static final int MAX_TICKS = 7;

  /** Lines with intervals stand this far apart at the same budget, so that bars stay readable. */
  private static final double BESIDE = 4;

  private final LinePlot plot;
  private final Canvas canvas;
  private final Rectangle2D frame;
  private final Rectangle2D paper;
  private final PlotArea area;
  private final List<Double> yTicks;

  /**
   * @param frame the rectangle that the plot may use
   */
  PlotPainter(LinePlot plot, Canvas canvas, Rectangle2D frame) {
    this.plot = plot;
    this.canvas = canvas;
    this.frame = frame;
    PlotArea values = PlotArea.of(plot, frame);
    yTicks = Ticks.round(values.low(), values.high(), MAX_TICKS);
    double left = 2 * TEXT + 2 * GAP + longest(yTicks.stream().map(Ticks::text).toList());
    double top = (Double.isNaN(plot.mark()) ? 3 : 4) * TEXT;
    double right = 2 * GAP + longest(names());
    double bottom = 3.5 * TEXT + GAP;
    paper =
        new Rectangle2D.Double(
            frame.getX() + left,
            frame.getY() + top,
            Math.max(1, frame.getWidth() - left - right),
            Math.max(1, frame.getHeight() - top - bottom));
    area = PlotArea.of(plot, paper);
  }

  private List<String> names() {
    List<String> names =
        new ArrayList<>(plot.series().stream().map(LinePlot.Series::name).toList());
    plot.level().ifPresent(level -> names.add(level.name()));
    return names;
  }

  private double longest(List<String> texts) {
    return texts.stream().mapToDouble(t -> canvas.length(t, Face.PLAIN)).max().orElse(0);
  }

  void paint() {
    plot.band().flatMap(area::shaded).ifPresent(shade -> canvas.fill(shade, BAND));
    yAxis();
    xAxis();
    canvas.text(
        plot.title(),
        paper.getCenterX(),
        frame.getY() + 1.6 * TEXT,
        Anchor.MIDDLE,
        Face.TITLE,
        INK);
    if (!Double.isNaN(plot.mark())) {
      double x = area.x(plot.mark());
      canvas.draw(new Line2D.Double(x, paper.getMinY(), x, paper.getMaxY()), GREY, Pen.DASHED);
      write("chosen: " + Ticks.text(plot.mark()), x, paper.getMinY() - 4, Anchor.MIDDLE);
    }
    List<LineLabels.Label> labels = new ArrayList<>();
    for (int i = 0; i < plot.series().size(); i++) {
      List<Double> y = plot.series().get(i).y();
      double end = area.y(y.get(y.size() - 1));
      labels.add(new LineLabels.Label(plot.series().get(i).name(), LineStyles.color(i), end));
    }
    plot.level()
        .ifPresent(
            level -> {
              double y = area.y(level.y());
              canvas.draw(
                  new Line2D.Double(paper.getMinX(), y, paper.getMaxX(), y), GREY, Pen.DASHED);
              labels.add(new LineLabels.Label(level.name(), GREY, y));
            });
    for (int i = 0; i < plot.series().size(); i++) {
      line(i);
    }
    LineLabels.paint(canvas, labels, paper.getMaxX() + GAP, paper.getMinY(), paper.getMaxY());
  }

  private void write(String text, double x, double y, Anchor anchor) {
    canvas.text(text, x, y, anchor, Face.PLAIN, INK);
  }

  private void yAxis() {
    for (double tick : yTicks) {
      double y = area.y(tick);
      canvas.draw(new Line2D.Double(paper.getMinX(), y, paper.getMaxX(), y), GRID, Pen.THIN);
      write(Ticks.text(tick), paper.getMinX() - GAP, y + 0.35 * TEXT, Anchor.END);
    }
    canvas.text(
        plot.yTitle(),
        frame.getX() + GAP + TEXT,
        paper.getCenterY(),
        Anchor.MIDDLE,
        Face.TURNED,
        INK);
  }

  /** A tick whose number would touch the one before it has no number. */
  private void xAxis() {
    double end = Double.NEGATIVE_INFINITY;
    for (double tick : xTicks()) {
      double x = area.x(tick);
      canvas.draw(new Line2D.Double(x, paper.getMaxY(), x, paper.getMaxY() + 4), INK, Pen.THIN);
      double half = canvas.length(Ticks.text(tick), Face.PLAIN) / 2;
      if (x - half > end + GAP) {
        write(Ticks.text(tick), x, paper.getMaxY() + GAP + TEXT, Anchor.MIDDLE);
        end = x + half;
      }
    }
    double bottom = paper.getMaxY();
    canvas.draw(new Line2D.Double(paper.getMinX(), bottom, paper.getMaxX(), bottom), INK, Pen.THIN);
    write(plot.xTitle(), paper.getCenterX(), frame.getMaxY() - GAP, Anchor.MIDDLE);
  }

  /** Budgets stand where they were measured, other axes have round numbers. */
  private List<Double> xTicks() {
    if (!plot.doubling()) {
      return Ticks.round(area.left(), area.right(), MAX_TICKS);
    }
    return plot.series().stream()
        .flatMap(line -> line.x().stream())
        .map(x -> (double) Math.round(x))
        .filter(x -> x > 0)
        .distinct()
        .sorted()
        .toList();
  }

  private void line(int index) {
    LinePlot.Series line = plot.series().get(index);
    boolean beside = plot.doubling() && !line.ranges().isEmpty();
    double shift = beside ? BESIDE * (index - (plot.series().size() - 1) / 2.0) : 0;
    Color color = LineStyles.color(index);
    Path2D path = new Path2D.Double();
    for (int p = 0; p < line.x().size(); p++) {
      double x = area.x(line.x().get(p)) + shift;
      double y = area.y(line.y().get(p));
      if (p == 0) {
        path.moveTo(x, y);
      } else {
        path.lineTo(x, y);
      }
      if (!line.ranges().isEmpty()) {
        interval(x, line.ranges().get(p), color);
      }
      canvas.fill(LineStyles.marker(index).at(x, y, RADIUS), color);
    }
    canvas.draw(path, color, Pen.THICK);
  }

  private void interval(double x, LinePlot.Range range, Color color) {
    double low = area.y(range.low());
    double high = area.y(range.high());
    canvas.draw(new Line2D.Double(x, low, x, high), color, Pen.MEDIUM);
    for (double end : new double[] {low, high}) {
      canvas.draw(new Line2D.Double(x - 2.5, end, x + 2.5, end), color, Pen.MEDIUM);
    }
  }
}
