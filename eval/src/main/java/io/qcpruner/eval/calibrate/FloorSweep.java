package io.qcpruner.eval.calibrate;

import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.core.method.Methods;
import io.qcpruner.eval.plot.LinePlot;
import io.qcpruner.eval.report.TextTable;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The utility-floor sweep of the QCPruner paper: rho = 0, 0.1, ..., 1 on a calibration set, the
 * best score wins. At rho = 1 all utilities are equal: a diagnostic end point, never chosen.
 */
public final class FloorSweep {

  private FloorSweep() {}

  /** Score at one floor. */
  public record Point(BigDecimal rho, double score) {}

  /** The paper's eleven floors. */
  public static List<BigDecimal> floors() {
    List<BigDecimal> floors = new ArrayList<>();
    for (int i = 0; i <= 10; i++) {
      floors.add(BigDecimal.valueOf(i, 1));
    }
    return floors;
  }

  /** A method at each floor, other parameters kept. */
  public static List<MethodSpec> settings(MethodSpec method) {
    return floors().stream().map(rho -> setting(method, rho)).toList();
  }

  public static MethodSpec setting(MethodSpec method, BigDecimal rho) {
    return Methods.resolve(method.with("rho", rho.toString()));
  }

  /** The floor with the highest score below one; ties go to the smaller floor. */
  public static BigDecimal choose(List<Point> points) {
    Point best = null;
    for (Point point : points) {
      boolean diagnostic = point.rho.compareTo(BigDecimal.ONE) >= 0;
      if (!diagnostic && (best == null || point.score > best.score)) {
        best = point;
      }
    }
    if (best == null) {
      throw new IllegalArgumentException("no floor below 1 among " + points);
    }
    return best.rho;
  }

  public static TextTable text(List<Point> points, String task, String budget) {
    BigDecimal chosen = choose(points);
    List<List<String>> lines = new ArrayList<>();
    for (Point point : points) {
      lines.add(
          List.of(
              point.rho + (point.rho.equals(chosen) ? " *" : ""),
              String.format(Locale.ROOT, "%.4f", point.score)));
    }
    return new TextTable(
        "Utility floor on " + task + " at " + budget + " tokens",
        List.of("rho", "Score"),
        lines,
        List.of("* chosen. rho = 1 is a diagnostic end point and never chosen."));
  }

  public static LinePlot plot(List<Point> points, String task) {
    return new LinePlot(
        "Utility floor on " + task,
        "rho",
        "Score",
        List.of(
            new LinePlot.Series(
                task,
                points.stream().map(point -> point.rho.doubleValue()).toList(),
                points.stream().map(Point::score).toList())),
        choose(points).doubleValue());
  }
}
