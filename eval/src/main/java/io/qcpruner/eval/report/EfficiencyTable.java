package io.qcpruner.eval.report;

import io.qcpruner.core.method.MethodSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What each setting cost on one task, in the layout of the paper's efficiency table, measured. */
public final class EfficiencyTable {

  private EfficiencyTable() {}

  public static TextTable text(ScoreBook book, String task) {
    List<String> header =
        List.of(
            "Method",
            "Tokens",
            "FLOPs (G)",
            "FLOPs, paper (G)",
            "Tower (ms)",
            "LLM Pre. (ms)",
            "LLM Dec. (ms)",
            "Mem. (GB)",
            book.title(task));
    List<List<String>> rows = new ArrayList<>();
    boolean partial = false;
    for (MethodSpec setting : book.settings()) {
      Optional<CostSums> costs = book.costs(task, setting);
      if (costs.isPresent() && costs.get().samples() > 0) {
        CostSums sums = costs.get();
        rows.add(
            List.of(
                DisplayNames.of(setting),
                tokens(sums.tokensKept()),
                number(sums.flops() / 1e9),
                number(sums.paperFlops() / 1e9),
                number(sums.ms("tower")),
                number(sums.ms("prefill")),
                number(sums.ms("decode_per_token")),
                sums.peakBytes() == 0 ? "" : number(sums.peakBytes() / 1e9),
                book.sheet(task, setting)
                    .map(
                        sheet ->
                            book.metric(task).display(sheet.value()) + mark(book, task, setting))
                    .orElse("")));
        partial |= book.partial(task, setting);
      }
    }
    List<String> notes = new ArrayList<>();
    if (partial) {
      notes.add(ScoreTable.PARTIAL_NOTE);
    }
    notes.add(
        "FLOPs are counted from the rows that entered each decoder layer; the paper's count has"
            + " one full-length layer fewer and no newlines after a cut; prefill includes"
            + " pruning and excludes query anchors; decode is per token; memory is the peak of"
            + " the process, weights included, while the method answered (on Linux; elsewhere"
            + " empty).");
    return new TextTable("Efficiency on " + book.title(task), header, rows, notes);
  }

  /** Whole where every sample kept as many. */
  private static String tokens(double mean) {
    return String.format(Locale.ROOT, mean == Math.rint(mean) ? "%.0f" : "%.1f", mean);
  }

  private static String mark(ScoreBook book, String task, MethodSpec setting) {
    return book.partial(task, setting) ? ScoreTable.PARTIAL : "";
  }

  private static String number(double value) {
    return Double.isFinite(value) ? String.format(Locale.ROOT, "%.2f", value) : "";
  }
}
