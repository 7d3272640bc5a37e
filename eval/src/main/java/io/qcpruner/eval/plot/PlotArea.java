package io.qcpruner.eval.plot;

import java.awt.geom.Rectangle2D;
import java.util.Optional;

/**
 * Where values lie on the paper.
 *
 * @param paper the rectangle between the axes
 * @param left value at its left edge, as the axis counts
 * @param right value at its right edge, as the axis counts
 * @param low value at its lower edge
 * @param high value at its upper edge
 * @param doubling whether the x axis counts doublings
 */
record PlotArea(
    Rectangle2D paper, double left, double right, double low, double high, boolean doubling) {

  private static final double SPARE = 0.05;

  /** The area that holds every point, interval and level of a plot with some space around. */
  static PlotArea of(LinePlot plot, Rectangle2D paper) {
    double left = Double.POSITIVE_INFINITY;
    double right = Double.NEGATIVE_INFINITY;
    double low = plot.level().map(LinePlot.Level::y).orElse(Double.POSITIVE_INFINITY);
    double high = plot.level().map(LinePlot.Level::y).orElse(Double.NEGATIVE_INFINITY);
    for (LinePlot.Series line : plot.series()) {
      for (double x : line.x()) {
        left = Math.min(left, count(x, plot.doubling()));
        right = Math.max(right, count(x, plot.doubling()));
      }
      for (double y : line.y()) {
        low = Math.min(low, y);
        high = Math.max(high, y);
      }
      for (LinePlot.Range range : line.ranges()) {
        low = Math.min(low, range.low());
        high = Math.max(high, range.high());
      }
    }
    double across = spare(left, right);
    double up = spare(low, high);
    return new PlotArea(paper, left - across, right + across, low - up, high + up, plot.doubling());
  }

  private static double spare(double from, double to) {
    return to > from ? SPARE * (to - from) : 0.5;
  }

  private static double count(double x, boolean doubling) {
    return doubling ? Math.log(x) / Math.log(2) : x;
  }

  double x(double value) {
    double share = (count(value, doubling) - left) / (right - left);
    return paper.getMinX() + share * paper.getWidth();
  }

  double y(double value) {
    return paper.getMaxY() - (value - low) / (high - low) * paper.getHeight();
  }

  /** The part of a band of x that lies between the axes; half a unit belongs to it on each side. */
  Optional<Rectangle2D> shaded(LinePlot.Band band) {
    double from = Math.max(paper.getMinX(), x(band.from() - 0.5));
    double to = Math.min(paper.getMaxX(), x(band.to() + 0.5));
    return to > from
        ? Optional.of(new Rectangle2D.Double(from, paper.getY(), to - from, paper.getHeight()))
        : Optional.empty();
  }
}
