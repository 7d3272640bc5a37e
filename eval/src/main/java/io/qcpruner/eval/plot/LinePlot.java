package io.qcpruner.eval.plot;

import java.awt.geom.Rectangle2D;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

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

  private static final int WIDTH = 380;
  private static final int HEIGHT = 270;

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

  /** A copy with a dashed line across. */
  public LinePlot with(Level line) {
    return new LinePlot(title, xTitle, yTitle, series, mark, band, doubling, Optional.of(line));
  }

  /** A copy with an x axis on which equal steps are doublings. */
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

  /** Draws the plot; each line has its name at its right end. */
  void paint(Canvas canvas, Rectangle2D frame) {
    new PlotPainter(this, canvas, frame).paint();
  }
}
