package io.qcpruner.cli.explain;

import io.qcpruner.core.prune.PruneTrace;
import io.qcpruner.eval.report.Html;
import java.math.BigDecimal;
import java.util.Locale;

/** How much each pick added, as a small chart: bars on a scale of powers of ten. */
final class GainChart {

  private static final int WIDTH = 420;
  private static final int HEIGHT = 120;
  private static final int LEFT = 44;
  private static final int BOTTOM = 18;
  private static final int TOP = 16;

  private GainChart() {}

  /** Empty where a method tells no gains. */
  static String svg(String label, PruneTrace trace) {
    float[] gains = trace.gains();
    float most = 0;
    float least = Float.POSITIVE_INFINITY;
    for (float gain : gains) {
      most = Math.max(most, gain);
      least = gain > 0 ? Math.min(least, gain) : least;
    }
    if (most <= 0) {
      return "";
    }
    double high = Math.ceil(Math.log10(most));
    double low = Math.min(high - 1, Math.floor(Math.log10(least)));
    StringBuilder out =
        new StringBuilder(
            "<svg width=\"%d\" height=\"%d\" role=\"img\">".formatted(WIDTH, HEIGHT + TOP));
    text(out, LEFT, 11, "start", label + ": gain of each pick");
    for (double power = low; power <= high; power += Math.max(1, Math.ceil((high - low) / 4))) {
      double y = y(power, low, high);
      out.append(
          String.format(
              Locale.ROOT,
              "<line x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"currentColor\""
                  + " stroke-opacity=\".15\"/>",
              LEFT,
              WIDTH,
              y,
              y));
      text(out, LEFT - 6, y + 4, "end", number(power));
    }
    double step = (double) (WIDTH - LEFT) / gains.length;
    for (int i = 0; i < gains.length; i++) {
      if (gains[i] > 0) {
        double y = y(Math.log10(gains[i]), low, high);
        out.append(
            String.format(
                Locale.ROOT,
                "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"var(--accent)\">"
                    + "<title>pick %d: %.4g</title></rect>",
                LEFT + i * step,
                y,
                Math.max(1, 0.8 * step),
                TOP + HEIGHT - BOTTOM - y,
                i + 1,
                gains[i]));
      }
    }
    text(out, LEFT, TOP + HEIGHT - 4, "start", "1");
    text(out, WIDTH, TOP + HEIGHT - 4, "end", "pick " + gains.length);
    return out.append("</svg>").toString();
  }

  private static double y(double power, double low, double high) {
    double part = Math.max(0.02, (power - low) / (high - low));
    return TOP + (HEIGHT - BOTTOM) * (1 - part);
  }

  private static String number(double power) {
    return power < -3 || power > 4
        ? String.format(Locale.ROOT, "%.0e", Math.pow(10, power))
        : BigDecimal.ONE.scaleByPowerOfTen((int) power).toPlainString();
  }

  private static void text(StringBuilder out, double x, double y, String anchor, String words) {
    out.append(
        String.format(
            Locale.ROOT,
            "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>",
            x,
            y,
            anchor,
            Html.escaped(words)));
  }
}
