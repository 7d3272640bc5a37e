package io.qcpruner.eval.report;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One table of the paper, numbers exactly as printed.
 *
 * @param name file name without ending, such as {@code llava15_full}
 * @param rows cells by column name; empty cells are empty strings
 */
public record PaperTable(String name, List<String> columns, List<Map<String, String>> rows) {

  /** Columns that hold no benchmark score. */
  private static final List<String> KEYS =
      List.of(
          "backbone",
          "full_tokens",
          "retained_tokens",
          "method",
          "granularity",
          "configuration",
          "edge_weight",
          "selector",
          "max_keywords",
          "avg_rel");

  /** Durations of Video-MME are parts of its overall column and not tasks of their own. */
  private static final List<String> PARTS =
      List.of("videomme_short", "videomme_medium", "videomme_long");

  private static final int MAX = Integer.MAX_VALUE;

  /** A table of the resources. */
  public static PaperTable load(String name) {
    String file = "/io/qcpruner/eval/paper/" + name + ".csv";
    try (InputStream in = PaperTable.class.getResourceAsStream(file)) {
      if (in == null) {
        throw new IllegalArgumentException("no paper table named " + name);
      }
      return parse(name, new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8)));
    } catch (IOException e) {
      throw new UncheckedIOException(file, e);
    }
  }

  private static PaperTable parse(String name, BufferedReader lines) throws IOException {
    List<String> columns = List.of(lines.readLine().split(",", -1));
    List<Map<String, String>> rows = new ArrayList<>();
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      String[] cells = line.split(",", -1);
      Map<String, String> row = new LinkedHashMap<>();
      for (int i = 0; i < columns.size(); i++) {
        row.put(columns.get(i), cells[i]);
      }
      rows.add(row);
    }
    return new PaperTable(name, columns, List.copyOf(rows));
  }

  /**
   * The rows of one backbone with the columns that it has numbers in.
   *
   * @param backbone value of the column of that name; empty for a table without it
   */
  public PaperTable ofBackbone(String backbone) {
    if (backbone.isEmpty()) {
      return this;
    }
    List<Map<String, String>> own =
        rows.stream().filter(row -> row.getOrDefault("backbone", "").equals(backbone)).toList();
    List<String> used =
        columns.stream().filter(c -> own.stream().anyMatch(r -> !r.get(c).isEmpty())).toList();
    return new PaperTable(name, used, own);
  }

  /** Benchmark columns that count for Avg. Rel. */
  public List<String> tasks() {
    return columns.stream().filter(c -> !KEYS.contains(c) && !PARTS.contains(c)).toList();
  }

  /** The column of a task: the paper's files say which split of LongVideoBench they mean. */
  public static String column(String task) {
    return task.equals("longvideobench") ? "longvideobench_val" : task;
  }

  /** Tasks in the order of columns; those without a column stand last, in their own order. */
  public static List<String> ordered(List<String> columns, List<String> tasks) {
    return tasks.stream()
        .sorted(
            Comparator.comparingInt(
                task -> columns.contains(column(task)) ? columns.indexOf(column(task)) : MAX))
        .toList();
  }

  /** The first row whose given column holds the value. */
  public Optional<Map<String, String>> find(String column, String value) {
    return rows.stream().filter(row -> row.getOrDefault(column, "").equals(value)).findFirst();
  }

  /** Avg. Rel. of a row against an unpruned row, over the tasks that the row has. */
  public String avgRel(Map<String, String> row, Map<String, String> full) {
    List<BigDecimal> scores = new ArrayList<>();
    List<BigDecimal> unpruned = new ArrayList<>();
    for (String task : tasks()) {
      if (!row.get(task).isEmpty()) {
        scores.add(new BigDecimal(row.get(task)));
        unpruned.add(new BigDecimal(full.get(task)));
      }
    }
    return AvgRel.display(AvgRel.of(scores, unpruned));
  }
}
