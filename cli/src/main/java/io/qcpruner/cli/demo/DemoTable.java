package io.qcpruner.cli.demo;

import io.qcpruner.cli.bench.Median;
import io.qcpruner.model.Reply;
import io.qcpruner.model.prune.StageClock.Part;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Answers and times of the demo, method by method. */
final class DemoTable {

  static final List<String> HEADER =
      List.of("method", "tokens", "right", "prefill", "cues", "select", "decode", "cache KiB");

  /** One method at one budget. */
  private static final class Row {
    private final List<Reply> replies = new ArrayList<>();
    private int right;
  }

  private final Map<String, Row> rows = new LinkedHashMap<>();

  void add(String setting, Reply reply, boolean right) {
    Row row = rows.computeIfAbsent(setting, s -> new Row());
    row.replies.add(reply);
    row.right += right ? 1 : 0;
  }

  /** A line per method and budget; times are medians in milliseconds. */
  String text() {
    StringBuilder out = new StringBuilder(line(HEADER));
    rows().forEach(row -> out.append(line(row)));
    return out.toString();
  }

  private static String line(List<String> cells) {
    return String.format(
        "%-22s %7s %7s %9s %7s %7s %9s %9s%n", (Object[]) cells.toArray(String[]::new));
  }

  /** The figures as cells. */
  List<List<String>> rows() {
    List<List<String>> out = new ArrayList<>();
    rows.forEach(
        (name, row) ->
            out.add(
                List.of(
                    name,
                    Integer.toString(row.replies.get(0).keptTokens()),
                    row.right + "/" + row.replies.size(),
                    number(1, median(row, Part.PREFILL_BEFORE, Part.PREFILL_AFTER)),
                    number(2, median(row, Part.CUES, Part.AFFINITY)),
                    number(2, median(row, Part.SELECTION)),
                    number(2, median(row, Part.DECODE)),
                    number(
                        0,
                        row.replies.stream().mapToLong(Reply::cacheBytes).average().orElse(0)
                            / 1024))));
    return out;
  }

  private static String number(int decimals, double value) {
    return String.format(Locale.ROOT, "%." + decimals + "f", value);
  }

  /** The median time that the parts took together, so that one slow answer does not count. */
  private static double median(Row row, Part... parts) {
    return Median.of(
        row.replies.stream()
            .mapToDouble(r -> Arrays.stream(parts).mapToDouble(p -> r.clock().millis(p)).sum()));
  }
}
