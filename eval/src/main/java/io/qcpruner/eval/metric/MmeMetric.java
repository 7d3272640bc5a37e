package io.qcpruner.eval.metric;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * MME (Fu et al., 2023): per subtask the percentage of right answers plus the percentage of
 * pictures with both questions right, summed. A unit is a picture.
 *
 * @param withCognition whether the value is perception + cognition (Qwen table) or perception alone
 */
public record MmeMetric(boolean withCognition) implements Metric {

  public static final List<String> PERCEPTION =
      List.of(
          "existence",
          "count",
          "position",
          "color",
          "posters",
          "celebrity",
          "scene",
          "landmark",
          "artwork",
          "OCR");
  public static final List<String> COGNITION =
      List.of(
          "commonsense_reasoning", "numerical_calculation", "text_translation", "code_reasoning");

  private static final int COLUMNS = 4;

  @Override
  public Sheet sheet(List<Outcome> outcomes) {
    List<String> groups = Units.categories(outcomes, o -> List.of(o.group()));
    var units = Units.byUnit(outcomes);
    double[][] rows = new double[units.size()][COLUMNS * groups.size()];
    int at = 0;
    for (List<Outcome> picture : units.values()) {
      int base = COLUMNS * groups.indexOf(picture.get(0).group());
      double right = picture.stream().mapToDouble(Outcome::score).sum();
      double[] row = rows[at++];
      row[base] = right;
      row[base + 1] = picture.size();
      row[base + 2] = right == picture.size() ? 1 : 0;
      row[base + 3] = 1;
    }
    Map<String, ToDoubleFunction<double[]>> parts = new TreeMap<>();
    for (String group : groups) {
      parts.put(group, totals -> subtask(totals, groups.indexOf(group)));
    }
    parts.put("perception", totals -> sum(totals, groups, PERCEPTION));
    parts.put("cognition", totals -> sum(totals, groups, COGNITION));
    return new Sheet(
        List.copyOf(units.keySet()),
        rows,
        totals ->
            sum(totals, groups, PERCEPTION) + (withCognition ? sum(totals, groups, COGNITION) : 0),
        parts,
        outcomes.size(),
        Units.unparsed(outcomes));
  }

  private static double subtask(double[] totals, int group) {
    int base = COLUMNS * group;
    return 100 * Sheet.ratio(totals[base], totals[base + 1])
        + 100 * Sheet.ratio(totals[base + 2], totals[base + 3]);
  }

  private static double sum(double[] totals, List<String> groups, List<String> wanted) {
    double sum = 0;
    for (String name : wanted) {
      int group = groups.indexOf(name);
      sum += group < 0 ? 0 : subtask(totals, group);
    }
    return sum;
  }
}
