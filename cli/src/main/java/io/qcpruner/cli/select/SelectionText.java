package io.qcpruner.cli.select;

import io.qcpruner.core.objective.Certificate;
import io.qcpruner.core.select.Selection;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** A selection as people read it: the kept indices first. */
public final class SelectionText {
  private SelectionText() {}

  public static String of(SelectionJson.Report report) {
    Selection selection = report.selection();
    StringBuilder text = new StringBuilder(numbers(selection.kept()));
    text.append('\n')
        .append(
            "%s kept %d of %d tokens"
                .formatted(report.selector(), selection.size(), report.tokens()));
    if (!Double.isNaN(selection.objective())) {
      text.append(String.format(Locale.ROOT, ", objective %.6g", selection.objective()));
    }
    if (report.explain()) {
      text.append("\norder: ").append(numbers(selection.order()));
      report.certificate().map(Certificate::sentence).ifPresent(s -> text.append('\n').append(s));
    }
    selection.notes().forEach(note -> text.append("\nnote: ").append(note));
    return text.toString();
  }

  private static String numbers(int[] values) {
    return Arrays.stream(values).mapToObj(Integer::toString).collect(Collectors.joining(" "));
  }
}
