package io.qcpruner.eval.plot;

import java.awt.Color;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Names at the ends of lines, moved apart until none covers another. */
final class LineLabels {
  private static final double LINE = 1.25;

  /** A name and the height at which its line ends. */
  record Label(String name, Color color, double y) {}

  private LineLabels() {}

  static void paint(Canvas canvas, List<Label> labels, double x, double top, double bottom) {
    List<Double> places =
        spread(labels.stream().map(Label::y).toList(), LINE * Canvas.TEXT, top, bottom);
    for (int i = 0; i < labels.size(); i++) {
      Label label = labels.get(i);
      double y = places.get(i) + 0.35 * Canvas.TEXT;
      canvas.text(label.name(), x, y, Canvas.Anchor.START, Canvas.Face.PLAIN, label.color());
    }
  }

  /** Positions at least a gap apart, in the given order, between top and bottom if they fit. */
  static List<Double> spread(List<Double> positions, double gap, double top, double bottom) {
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < positions.size(); i++) {
      order.add(i);
    }
    order.sort(Comparator.comparingDouble(positions::get));
    double[] places = new double[positions.size()];
    double lowest = Double.NEGATIVE_INFINITY;
    for (int i : order) {
      places[i] = Math.max(positions.get(i), lowest + gap);
      lowest = places[i];
    }
    double limit = bottom;
    for (int k = order.size() - 1; k >= 0; k--) {
      int i = order.get(k);
      places[i] = Math.max(top, Math.min(places[i], limit));
      limit = places[i] - gap;
    }
    List<Double> out = new ArrayList<>();
    for (double place : places) {
      out.add(place);
    }
    return out;
  }
}
