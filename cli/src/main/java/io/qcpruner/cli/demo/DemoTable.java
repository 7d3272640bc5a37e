package io.qcpruner.cli.demo;

import io.qcpruner.model.Reply;
import io.qcpruner.model.prune.StageClock.Part;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Answers and times of the demo, method by method. */
final class DemoTable {

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

  /** A line per method and budget; times are means in milliseconds. */
  String text() {
    StringBuilder out = new StringBuilder();
    out.append(
        String.format(
            "%-22s %7s %7s %9s %7s %7s %9s %9s%n",
            "", "tokens", "right", "prefill", "cues", "select", "decode", "cache KiB"));
    rows.forEach(
        (name, row) -> {
          Reply any = row.replies.get(0);
          out.append(
              String.format(
                  Locale.ROOT,
                  "%-22s %7d %4d/%-2d %9.1f %7.2f %7.2f %9.2f %9.0f%n",
                  name,
                  any.visualAfter(),
                  row.right,
                  row.replies.size(),
                  mean(row, Part.PREFILL_BEFORE) + mean(row, Part.PREFILL_AFTER),
                  mean(row, Part.CUES) + mean(row, Part.AFFINITY),
                  mean(row, Part.SELECTION),
                  mean(row, Part.DECODE),
                  row.replies.stream().mapToLong(Reply::cacheBytes).average().orElse(0) / 1024));
        });
    return out.toString();
  }

  private static double mean(Row row, Part part) {
    return row.replies.stream().mapToDouble(r -> r.clock().millis(part)).average().orElse(0);
  }
}
