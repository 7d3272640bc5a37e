package io.qcpruner.eval.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.eval.report.TextTable.Mark;
import io.qcpruner.eval.run.FakeTask;
import io.qcpruner.eval.task.ModelProfile;
import io.qcpruner.eval.task.Task;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every table of a run of ten and four questions, worked out by hand. */
class WorkedReportTest {

  private static final List<Task> TASKS =
      List.of(new FakeTask("t", 10, "t"), new FakeTask("u", 4, "u"));
  private static final Map<MethodSpec, int[]> RIGHT = new LinkedHashMap<>();
  private static final MethodSpec OURS = MethodSpec.parse("qcpruner@8");
  private static final MethodSpec FASTV = MethodSpec.parse("fastv@8");

  static {
    RIGHT.put(MethodSpec.FULL, new int[] {8, 4});
    RIGHT.put(OURS, new int[] {6, 3});
    RIGHT.put(FASTV, new int[] {4, 4});
    RIGHT.put(MethodSpec.parse("sparsevlm@8"), new int[] {7, 1});
    RIGHT.put(MethodSpec.parse("sparsevlm-anchors@8"), new int[] {5, 2});
    RIGHT.put(MethodSpec.parse("random@8"), new int[] {8, 4});
    RIGHT.put(MethodSpec.parse("qcpruner:selector=mmr@8"), new int[] {2, 2});
  }

  @TempDir Path folder;
  private ScoreBook book;
  private ScoreTable table;

  @BeforeEach
  void run() throws IOException {
    book = new ScriptedRun(TASKS, RIGHT).book(folder, 0);
    table = ScoreTable.of(book, ExternalScores.NONE, ScoreTable.Input.DISPLAYED);
  }

  /** Rows as lines, the best in brackets and the second in parentheses. */
  private static String lines(TextTable table) {
    StringBuilder out = new StringBuilder();
    for (int r = 0; r < table.rows().size(); r++) {
      for (int c = 0; c < table.header().size(); c++) {
        String cell = table.rows().get(r).get(c);
        Mark mark = table.isBand(r) ? Mark.PLAIN : table.mark(r, c);
        out.append(c == 0 ? "" : " | ");
        out.append(
            mark == Mark.BEST ? "[" + cell + "]" : mark == Mark.SECOND ? "(" + cell + ")" : cell);
      }
      out.append('\n');
    }
    return out.toString();
  }

  @Test
  void scores() {
    assertEquals(
        """
        full | all | 80.0 | 100.0 | 100.0
        qcpruner | 8 | 60.0 | 75.0 | 75.0
        fastv | 8 | 40.0 | 100.0 | 75.0
        sparsevlm | 8 | 70.0 | 25.0 | 56.3
        sparsevlm-anchors | 8 | 50.0 | 50.0 | 56.3
        random | 8 | 80.0 | 100.0 | 100.0
        qcpruner:selector=mmr | 8 | 20.0 | 50.0 | 37.5
        """,
        lines(table.text(book)));
    assertEquals(
        List.of("t: 30 answers could not be parsed.", "u: 8 answers could not be parsed."),
        table.text(book).notes());
  }

  @Test
  void bandsOfThePaper() {
    TextTable text = PaperLayout.of(book, table);
    assertEquals(
        """
        All 64 Tokens (100%) |  |  |\s
        Full model | 80.0 | 100.0 | 100.0
        8 Tokens (↓87.5%) |  |  |\s
        QCPruner | 60.0 | (75.0) | (75.0)
        FastV | 40.0 | [100.0] | (75.0)
        SparseVLM | (70.0) | 25.0 | 56.3
        SparseVLM + anchors | 50.0 | 50.0 | 56.3
        Δ anchors | -20.0 | +25.0 | 0.0
        Random | [80.0] | [100.0] | [100.0]
        QCPruner (selector=mmr) | 20.0 | 50.0 | 37.5
        """,
        lines(text));
    assertEquals(Set.of(0, 2), text.bands());
    assertEquals("Scores of scripted", text.title());
  }

  /** Controls, variants of ours and methods with our anchors are not baselines. */
  @Test
  void summariesOverRuns() {
    CrossSummary.Run run = new CrossSummary.Run(book, table);
    List<TextTable> tables = new CrossSummary(List.of(run, run)).tables();
    assertEquals(2, tables.size());
    assertEquals("scripted | 8/64 | FastV | 75.0 | 75.0 | 0.0\n".repeat(2), lines(tables.get(0)));
    assertEquals("Selectors, Avg. Rel.", tables.get(1).title());
    assertEquals(List.of("Selector", "scripted 8/64"), tables.get(1).header());
    assertEquals("MMR | 37.5\nQCPruner | [75.0]\n", lines(tables.get(1)));
    assertEquals(List.of(), tables.get(1).notes());
  }

  /** 32 layers of 1000 rows are 1.96 GFLOPs; two of 1000 and thirty of 500 are 1.01. */
  @Test
  void costs() {
    TextTable text = EfficiencyTable.text(book, "t");
    assertEquals("Efficiency on t", text.title());
    assertEquals(
        "Full model | 64 | 1.96 | 1.96 |  | 2.50 | 0.25 | 3.00 | 80.0",
        lines(text).lines().findFirst().orElseThrow());
    assertEquals(
        "QCPruner | 8 | 1.01 | 0.98 |  | 2.50 | 0.25 |  | 60.0",
        lines(text).lines().skip(1).findFirst().orElseThrow());
    assertEquals(1, text.notes().size());
    assertEquals(
        "2.50", "%.2f".formatted(book.costs("t", OURS).orElseThrow().stages().get("prefill")));
    assertTrue(book.costs("none", OURS).isEmpty());
  }

  @Test
  void differencesToABaseline() {
    TextTable text = new Uncertainty(book, new Resampling(50, 0.9, 1)).against(table, FASTV);
    assertEquals("Difference to FastV at 8 (p of a paired permutation test)", text.title());
    assertEquals(
        """
        Full model | all | +40.00 | +0.00
        QCPruner | 8 | +20.00 | -25.00
        SparseVLM | 8 | +30.00 | -75.00
        SparseVLM + anchors | 8 | +10.00 | -50.00
        Random | 8 | +40.00 | +0.00
        QCPruner (selector=mmr) | 8 | -20.00 | -50.00
        """,
        lines(text).replaceAll(" \\(p=[01]\\.\\d{3}\\)", ""));
    assertTrue(lines(text).contains("+0.00 (p=1.000)"), "no difference at all");
  }

  @Test
  void intervals() {
    TextTable text = new Uncertainty(book, new Resampling(50, 0.9, 1)).intervals(table);
    assertEquals("90 % bootstrap intervals (50 resamples)", text.title());
    assertEquals(List.of("Method", "Tokens", "t", "u", "Avg. Rel."), text.header());
    List<String> random = text.rows().get(5);
    assertEquals(List.of("Random", "8"), random.subList(0, 2));
    assertEquals("100.00 to 100.00", random.get(3), "all are right");
    assertEquals("100.00 to 100.00", random.get(4), "the same answers as the full model's");
  }

  @Test
  void thePapersNumbersBeside() {
    Map<String, String> full =
        Map.of("method", "Full", "retained_tokens", "", "t", "81.0", "u", "", "avg_rel", "100.0");
    Map<String, String> ours =
        Map.of(
            "method",
            "QC-Pruner",
            "retained_tokens",
            "8",
            "t",
            "59.5",
            "u",
            "75.0",
            "avg_rel",
            "76.0");
    List<String> columns = List.of("method", "retained_tokens", "t", "u", "avg_rel");
    PaperTable paper = new PaperTable("mine", columns, List.of(full, ours));
    TextTable text = new PaperComparison(paper).text(table, book);
    assertEquals(
        """
        Full model | all | 80.0 / 81.0 (-1.0) | 100.0 /  | 100.0 / 100.0 (0.0)
        QCPruner | 8 | 60.0 / 59.5 (+0.5) | 75.0 / 75.0 (0.0) | 75.0 / 76.0 (-1.0)
        """,
        lines(text));
    assertEquals(List.of(), text.notes());
    assertTrue(PaperComparison.isComparable(book, table, paper));
    PaperTable other = new PaperTable("mine", List.of("method", "t", "v"), List.of(full));
    TextTable part = new PaperComparison(other).text(table, book);
    assertEquals("Full model | all | 80.0 / 81.0 (-1.0)\n", lines(part));
    assertEquals(List.of("Avg. Rel. is not compared: the paper's is over t, v."), part.notes());
    assertFalse(PaperComparison.isComparable(book, table, other));
    PaperTable none = new PaperTable("mine", columns, List.of());
    assertEquals(
        List.of("No row of this run is in the paper's table."),
        new PaperComparison(none).text(table, book).notes());
    assertThrows(IllegalArgumentException.class, () -> PaperTable.load("none"));
  }

  @Test
  void partsOfTheSamplesAreMarked() throws IOException {
    ScoreBook cut = new ScriptedRun(TASKS, RIGHT).book(folder.resolve("cut"), 4);
    ScoreTable scores = ScoreTable.of(cut, ExternalScores.NONE, ScoreTable.Input.EXACT);
    assertEquals(
        "full | all | 100.0* | 100.0 | 100.0*",
        lines(scores.text(cut)).lines().findFirst().orElseThrow());
    assertEquals(ScoreTable.PARTIAL_NOTE, scores.text(cut).notes().get(0));
    ScoreTable.Cell cell = scores.row(OURS).orElseThrow().cells().get("t");
    assertEquals(4, cell.samples());
    assertEquals(10, cell.expected());
  }

  /** Of a model whose unpruned score is zero nothing is relative. */
  @Test
  void withoutAReferenceThereIsNoAverage() throws IOException {
    Map<MethodSpec, int[]> zero = new LinkedHashMap<>();
    zero.put(MethodSpec.FULL, new int[] {0, 4});
    zero.put(OURS, new int[] {1, 1});
    ScoreBook bad = new ScriptedRun(TASKS, zero).book(folder.resolve("zero"), 0);
    ScoreTable scores = ScoreTable.of(bad, ExternalScores.NONE, ScoreTable.Input.DISPLAYED);
    assertEquals(
        "full | all | 0.0 | 100.0 | \nqcpruner | 8 | 10.0 | 25.0 | \n", lines(scores.text(bad)));
    assertTrue(
        new Uncertainty(bad, new Resampling(5, 0.9, 1)).avgRelInterval(scores, OURS).isEmpty());
    CrossSummary.Run run = new CrossSummary.Run(bad, scores);
    assertEquals(List.of(), new CrossSummary(List.of(run)).tables());
  }

  @Test
  void scoresAsJson() throws IOException {
    Map<String, Object> ours = ScoresJson.of(book, table).get(1);
    assertEquals("qcpruner@8", ours.get("setting"));
    assertEquals("75.0", ours.get("avg_rel_display"));
    Map<?, ?> cell = (Map<?, ?>) ((Map<?, ?>) ours.get("benchmarks")).get("t");
    assertEquals(60.0, (Double) cell.get("score"), 1e-9);
    assertEquals("60.0", cell.get("display"));
    assertEquals(10, cell.get("n"));
    assertEquals(4, cell.get("unparsed"));
    assertEquals("fake 10", cell.get("source"));
    assertEquals("[g0, g1, g2]", ((Map<?, ?>) cell.get("breakdown")).keySet().toString());
    String alone = ScoresJson.text(book, table);
    assertTrue(alone.startsWith("[ {"), alone.substring(0, 20));
    assertEquals(alone, ScoresJson.text(book, table, Optional.empty()));
    String both = ScoresJson.text(book, table, Optional.of(Map.of("hosts", 2)));
    assertTrue(both.contains("\"hosts\" : 2") && both.contains("\"scores\" : ["), both);
  }

  @Test
  void otherModelsThanThePapersAreNotCompared() throws IOException {
    assertEquals(
        "the paper has no table of this model's family",
        assertThrows(IllegalArgumentException.class, () -> PaperComparison.of(ModelProfile.OTHER))
            .getMessage());
  }

  @Test
  void pageOfARun() throws IOException {
    String page = HtmlReport.page(List.of(book), List.of(table.text(book)), List.of());
    assertTrue(page.contains("<b>scripted</b> (llava-1.5), checkpoint c0ffee, started "), page);
    assertTrue(page.contains("questions answered: t 10 of 10, u 4 of 4</p>"));
    assertEquals(1, page.lines().filter(l -> l.contains("<h1>QCPruner report</h1>")).count());
    assertTrue(page.indexOf("<body>") < page.indexOf("<h1>"));
    String rows = page.lines().filter(l -> l.startsWith("<tr>")).collect(Collectors.joining());
    assertTrue(
        rows.contains("<th scope=\"row\">sparsevlm-anchors</th><td>8</td><td>50.0</td>"), rows);
  }
}
