package io.qcpruner.eval.report;

import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.eval.report.TextTable.Mark;
import io.qcpruner.eval.task.ModelProfile;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Sweeps of the utility floor side by side, as in the paper's supplement: one row per rho, one
 * column per run of a single task. The floor in use is bold, another best score underlined.
 */
public final class FloorTable {

  private static final Pattern FLOOR = Pattern.compile("rho=([0-9.]+)");
  private static final int DIGITS = 4;

  /** A sweep with fewer floors is a comparison of something else. */
  private static final int LEAST = 3;

  private record Sweep(String name, ModelProfile family, Map<BigDecimal, BigDecimal> scores) {
    /** The floor of the paper's settings; models that it did not evaluate have none. */
    boolean isInUse(BigDecimal floor) {
      BigDecimal used =
          switch (family) {
            case QWEN2_5_VL -> new BigDecimal("0.4");
            case LLAVA_VIDEO -> new BigDecimal("0.5");
            case LLAVA_1_5, LLAVA_NEXT -> BigDecimal.ZERO;
            case OTHER -> BigDecimal.TEN;
          };
      return used.compareTo(floor) == 0;
    }
  }

  private FloorTable() {}

  /** The joint table; empty if no run is a sweep over one task. */
  public static Optional<TextTable> of(List<CrossSummary.Run> runs) {
    List<Sweep> sweeps = runs.stream().flatMap(run -> sweep(run).stream()).toList();
    return sweeps.isEmpty() ? Optional.empty() : Optional.of(table(sweeps));
  }

  private static Optional<Sweep> sweep(CrossSummary.Run run) {
    if (run.table().tasks().size() != 1) {
      return Optional.empty();
    }
    String task = run.table().tasks().get(0);
    Map<BigDecimal, BigDecimal> scores = new HashMap<>();
    for (ScoreTable.Row row : run.table().rows()) {
      ScoreTable.Cell cell = row.cells().get(task);
      Optional<BigDecimal> floor = floor(row.setting());
      if (floor.isPresent() && cell != null) {
        scores.put(floor.get(), BigDecimal.valueOf(cell.value()).movePointLeft(2));
      }
    }
    String name = run.name() + ", " + run.book().title(task);
    return scores.size() < LEAST
        ? Optional.empty()
        : Optional.of(new Sweep(name, family(run.book()), scores));
  }

  /** A small model of a family has no row in the paper's table. */
  private static ModelProfile family(ScoreBook book) {
    return PaperComparison.isPaperSized(book)
        ? ModelProfile.of(book.manifest().model().family())
        : ModelProfile.OTHER;
  }

  private static Optional<BigDecimal> floor(MethodSpec setting) {
    Matcher matcher = FLOOR.matcher(setting.isFull() ? "" : setting.settings().toString());
    return matcher.matches()
        ? Optional.of(new BigDecimal(matcher.group(1)).setScale(1, RoundingMode.HALF_UP))
        : Optional.empty();
  }

  private static TextTable table(List<Sweep> sweeps) {
    TreeSet<BigDecimal> floors = new TreeSet<>();
    sweeps.forEach(sweep -> floors.addAll(sweep.scores.keySet()));
    List<String> header = new ArrayList<>(List.of("rho"));
    sweeps.forEach(sweep -> header.add(sweep.name));
    List<List<String>> rows = new ArrayList<>();
    List<List<Mark>> marks = new ArrayList<>();
    for (BigDecimal floor : floors) {
      List<String> row = new ArrayList<>(List.of(floor.toPlainString()));
      List<Mark> line = new ArrayList<>(List.of(Mark.PLAIN));
      for (Sweep sweep : sweeps) {
        BigDecimal score = sweep.scores.get(floor);
        row.add(score == null ? "" : score.setScale(DIGITS, RoundingMode.HALF_UP).toPlainString());
        line.add(mark(sweep, floor, score));
      }
      rows.add(row);
      marks.add(line);
    }
    return new TextTable(
        "Utility-floor calibration",
        header,
        rows,
        List.of(
            "Bold: the paper's floor for this model; underlined: the best where it is another."),
        marks,
        Set.of());
  }

  private static Mark mark(Sweep sweep, BigDecimal floor, BigDecimal score) {
    if (sweep.isInUse(floor)) {
      return Mark.BEST;
    }
    boolean best =
        score != null && sweep.scores.values().stream().allMatch(s -> s.compareTo(score) <= 0);
    return best ? Mark.SECOND : Mark.PLAIN;
  }
}
