package io.qcpruner.eval.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.eval.metric.MeanMetric;
import io.qcpruner.eval.plot.RetentionPlots;
import io.qcpruner.eval.run.FakeModel;
import io.qcpruner.eval.run.FakeTask;
import io.qcpruner.eval.run.RunFolder;
import io.qcpruner.eval.run.RunPlan;
import io.qcpruner.eval.run.RunRecord;
import io.qcpruner.eval.run.Runner;
import io.qcpruner.eval.run.Shard;
import io.qcpruner.eval.task.ModelProfile;
import io.qcpruner.eval.task.Task;
import io.qcpruner.eval.task.TaskCatalog;
import io.qcpruner.eval.task.TaskOptions;
import java.io.OutputStream;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportTest {

  private static final MethodSpec A32 = MethodSpec.parse("a@32");
  private static final MethodSpec A8 = MethodSpec.parse("a@8");

  @TempDir Path folder;
  private TaskCatalog catalog;
  private ScoreBook book;
  private ScoreTable table;

  @BeforeEach
  void run() throws Exception {
    List<Task> tasks = List.of(new FakeTask("t", 300), new FakeTask("u", 100));
    catalog = new TaskCatalog(TaskOptions.PAPER, tasks);
    List<RunPlan.Work> work = RunPlan.load(tasks, Optional.empty(), ModelProfile.LLAVA_1_5);
    Runner.run(
        new FakeModel(ModelProfile.LLAVA_1_5),
        RunPlan.simple(work, List.of(MethodSpec.FULL, A32, A8)),
        folder,
        false,
        "1",
        new PrintStream(OutputStream.nullOutputStream()));
    book = ScoreBook.read(RunFolder.open(folder), catalog, ScoreBook.Verdicts.ofRun(catalog));
    table = ScoreTable.of(book, ExternalScores.NONE, ScoreTable.Input.DISPLAYED);
  }

  @Test
  void cellsAndAvgRelAreThoseOfTheRecords() throws Exception {
    List<RunRecord> records = new ArrayList<>();
    RunFolder.open(folder).records(records::add);
    BigDecimal rel = BigDecimal.ZERO;
    for (String task : List.of("t", "u")) {
      String ours = mean(records, task, "a@8");
      assertEquals(ours, table.row(A8).orElseThrow().cells().get(task).display());
      rel =
          rel.add(
              new BigDecimal(ours)
                  .divide(
                      new BigDecimal(mean(records, task, "full")),
                      java.math.MathContext.DECIMAL64));
    }
    String expected = AvgRel.display(rel.multiply(BigDecimal.valueOf(50)));
    assertEquals(expected, table.row(A8).orElseThrow().avgRelText());
    assertEquals("100.0", table.row(MethodSpec.FULL).orElseThrow().avgRelText());
  }

  private static String mean(List<RunRecord> records, String task, String setting) {
    double mean =
        records.stream()
            .filter(r -> r.benchmark().equals(task) && r.setting().equals(setting))
            .mapToDouble(r -> r.outcome().score())
            .average()
            .orElseThrow();
    return MeanMetric.percent().display(100 * mean);
  }

  @Test
  void serverScoresComeInFromOutside() throws Exception {
    Path file = folder.resolve("external.json");
    Files.writeString(
        file, "{\"source\": \"external\", \"scores\": {\"t\": {\"full\": 80, \"a@8\": 40.04}}}");
    ScoreTable mixed = ScoreTable.of(book, ExternalScores.read(file), ScoreTable.Input.DISPLAYED);
    assertEquals("40.0", mixed.row(A8).orElseThrow().cells().get("t").display());
    assertTrue(mixed.row(A8).orElseThrow().cells().get("t").external());
  }

  @Test
  void rowWithoutATaskHasNoAvgRel() {
    ScoreTable.Row row =
        new ScoreTable.Row(
            A8, Map.of("t", table.row(A8).orElseThrow().cells().get("t")), Optional.empty());
    assertEquals("", row.avgRelText());
  }

  @Test
  void everyFormatHoldsEveryCell() {
    TextTable text = table.text(book);
    for (TableFormat format : TableFormat.values()) {
      String rendered = format.render(List.of(text));
      for (List<String> row : text.rows()) {
        for (String cell : row) {
          assertTrue(rendered.contains(cell), format + " lacks " + cell);
        }
      }
    }
    TextTable odd =
        new TextTable(
            "a_b & c", List.of("x|y", "<z>"), List.of(List.of("1,5", "\"q\"")), List.of());
    assertTrue(TableFormat.CSV.render(odd).contains("\"1,5\",\"\"\"q\"\"\""));
    assertTrue(TableFormat.MARKDOWN.render(odd).contains("x\\|y"));
    assertTrue(TableFormat.HTML.render(odd).contains("&lt;z&gt;"));
    assertTrue(TableFormat.LATEX.render(odd).contains("a\\_b \\& c"));
  }

  @Test
  void paperLayoutHasBandsAndMarks() {
    TextTable text = PaperLayout.of(book, table);
    assertEquals(List.of("Method", "t", "u", "Avg. Rel."), text.header());
    assertEquals(5 + 1, text.rows().size()); // three bands with a row each
    assertTrue(text.isBand(2) && text.rows().get(2).get(0).startsWith("32 Tokens (↓"));
    String latex = TableFormat.LATEX.render(text);
    assertTrue(latex.contains("\\multicolumn{4}{c}{\\textit{32 Tokens ($\\downarrow$"), latex);
    TextTable marked =
        new TextTable(
            "x",
            List.of("a", "b"),
            List.of(List.of("m", "1"), List.of("n", "2")),
            List.of(),
            List.of(
                List.of(TextTable.Mark.PLAIN, TextTable.Mark.SECOND),
                List.of(TextTable.Mark.PLAIN, TextTable.Mark.BEST)),
            java.util.Set.of());
    assertTrue(TableFormat.MARKDOWN.render(marked).contains("| n | **2** |"));
    assertTrue(TableFormat.LATEX.render(marked).contains("m & \\underline{1}"));
    assertTrue(TableFormat.HTML.render(marked).contains("<b>2</b>"));
    assertTrue(TableFormat.CSV.render(marked).contains("n,2"));
  }

  @Test
  void theBestOfABandIsTheLargestPrintedValue() throws Exception {
    Path other = folder.resolve("two");
    Files.createDirectories(other);
    List<Task> tasks = List.of(new FakeTask("t", 300), new FakeTask("u", 100));
    List<MethodSpec> settings =
        List.of(
            MethodSpec.FULL,
            MethodSpec.parse("qcpruner@8"),
            MethodSpec.parse("fastv@8"),
            MethodSpec.parse("sparsevlm@8"),
            MethodSpec.parse("sparsevlm-anchors@8"),
            MethodSpec.parse("random@8"));
    Runner.run(
        new FakeModel(ModelProfile.LLAVA_1_5),
        RunPlan.simple(RunPlan.load(tasks, Optional.empty(), ModelProfile.LLAVA_1_5), settings),
        other,
        false,
        "1",
        new PrintStream(OutputStream.nullOutputStream()));
    ScoreBook many =
        ScoreBook.read(RunFolder.open(other), catalog, ScoreBook.Verdicts.ofRun(catalog));
    ScoreTable scores = ScoreTable.of(many, ExternalScores.NONE, ScoreTable.Input.DISPLAYED);
    TextTable text = PaperLayout.of(many, scores);
    double best = 0;
    for (int r = 3; r < text.rows().size(); r++) {
      if (!text.rows().get(r).get(0).startsWith("Δ")) {
        best = Math.max(best, Double.parseDouble(text.rows().get(r).get(3)));
      }
    }
    for (int r = 3; r < text.rows().size(); r++) {
      boolean difference = text.rows().get(r).get(0).startsWith("Δ");
      boolean isBest = !difference && Double.parseDouble(text.rows().get(r).get(3)) == best;
      assertEquals(isBest, text.mark(r, 3) == TextTable.Mark.BEST, text.rows().get(r).toString());
    }
    assertTrue(text.rows().stream().anyMatch(row -> row.get(0).equals("Δ anchors")));
    CrossSummary.Run run = new CrossSummary.Run(many, scores);
    List<String> line = new CrossSummary(List.of(run, run)).tables().get(0).rows().get(0);
    double strongest =
        scores.rows().stream()
            .filter(r -> List.of("fastv", "sparsevlm").contains(r.setting().method()))
            .mapToDouble(r -> Double.parseDouble(r.avgRelText()))
            .max()
            .orElseThrow();
    assertEquals(strongest, Double.parseDouble(line.get(3)));
    assertTrue(line.get(1).startsWith("8/"), line::toString);
  }

  /** Every table of a cut run says so, and no table of a whole run does. */
  @Test
  void partialRunsAreMarkedInEveryTable() throws Exception {
    for (int limit : new int[] {0, 40}) {
      Path cut = Files.createDirectories(folder.resolve("cut-" + limit));
      List<Task> tasks = List.of(new FakeTask("t", 300), new FakeTask("u", 100));
      List<MethodSpec> settings =
          List.of(
              MethodSpec.FULL,
              MethodSpec.parse("qcpruner@8"),
              MethodSpec.parse("qcpruner:selector=mmr@8"),
              MethodSpec.parse("fastv@8"));
      RunPlan plan =
          new RunPlan(
              RunPlan.load(tasks, Optional.empty(), ModelProfile.LLAVA_1_5),
              settings,
              limit,
              Shard.WHOLE,
              1,
              false,
              TaskOptions.PAPER,
              Map.of());
      PrintStream quiet = new PrintStream(OutputStream.nullOutputStream());
      Runner.run(new FakeModel(ModelProfile.LLAVA_1_5), plan, cut, false, "1", quiet);
      ScoreBook part =
          ScoreBook.read(RunFolder.open(cut), catalog, ScoreBook.Verdicts.ofRun(catalog));
      ScoreTable scores = ScoreTable.of(part, ExternalScores.NONE, ScoreTable.Input.DISPLAYED);
      Uncertainty uncertainty = new Uncertainty(part, new Resampling(20, 0.95, 1));
      CrossSummary.Run run = new CrossSummary.Run(part, scores);
      List<TextTable> tables = new ArrayList<>();
      tables.add(scores.text(part));
      tables.add(PaperLayout.of(part, scores));
      tables.add(uncertainty.intervals(scores));
      tables.add(uncertainty.against(scores, settings.get(3)));
      tables.add(EfficiencyTable.text(part, "t"));
      tables.addAll(new CrossSummary(List.of(run, run)).tables());
      assertEquals(7, tables.size());
      for (TextTable each : tables) {
        String text = TableFormat.CSV.render(each);
        assertEquals(limit > 0, text.contains("*"), each.title() + "\n" + text);
        boolean told = each.notes().contains(ScoreTable.PARTIAL_NOTE);
        assertEquals(limit > 0, told, each.title());
      }
    }
  }

  /** Differences of printed values are the paper's; of unrounded ones two rows would not be. */
  @Test
  void differencesOfThePapersSummaryComeOut() {
    PaperTable summary = PaperTable.load("generalization_summary");
    Map<String, String> tables =
        Map.of(
            "LLaVA-NeXT", "llava_next_full",
            "Qwen2.5-VL", "qwen_full",
            "LLaVA-Video", "video_full");
    assertEquals(9, summary.rows().size());
    for (Map<String, String> row : summary.rows()) {
      PaperTable scores = PaperTable.load(tables.get(row.get("backbone")));
      Map<String, String> full = scores.find("method", "Full").orElseThrow();
      BigDecimal ours = avgRel(scores, "QCPruner", row.get("retained_tokens"), full);
      BigDecimal base = avgRel(scores, row.get("baseline"), row.get("retained_tokens"), full);
      String delta = PaperLayout.minus(Optional.of(ours), Optional.of(base));
      assertEquals(row.get("delta"), delta, row::toString);
    }
  }

  private static BigDecimal avgRel(
      PaperTable table, String method, String tokens, Map<String, String> full) {
    return table.rows().stream()
        .filter(r -> r.get("method").equals(method) && r.get("retained_tokens").equals(tokens))
        .findFirst()
        .map(row -> new BigDecimal(table.avgRel(row, full)))
        .orElseThrow();
  }

  @Test
  void comparisonFindsThePapersRows() {
    PaperComparison comparison = PaperComparison.of(ModelProfile.LLAVA_1_5);
    assertEquals(
        "98.2",
        comparison.find(MethodSpec.parse("qcpruner@64"), "64").orElseThrow().get("avg_rel"));
    assertEquals(
        "95.0",
        comparison.find(MethodSpec.parse("qcpruner-early@64"), "64").orElseThrow().get("avg_rel"));
    assertEquals("78.5", comparison.find(MethodSpec.FULL, "all").orElseThrow().get("vqav2"));
    assertTrue(comparison.find(MethodSpec.parse("qcpruner:rho=0.4@64"), "64").isEmpty());
    assertEquals("61.0 / 61.9 (-0.9)", PaperComparison.beside("61.0", "61.9"));
    assertEquals(" / 61.9", PaperComparison.beside("", "61.9"));
  }

  @Test
  void ablationsOfPublishedMethodsAreNoBaselines(@TempDir Path other) throws Exception {
    Map<MethodSpec, int[]> right = new LinkedHashMap<>();
    right.put(MethodSpec.FULL, new int[] {9});
    right.put(MethodSpec.parse("qcpruner@8"), new int[] {6});
    right.put(MethodSpec.parse("fastv@8"), new int[] {5});
    right.put(MethodSpec.parse("dpp-visual@8"), new int[] {8});
    right.put(MethodSpec.parse("cdpruner-llmrel@8"), new int[] {7});
    ScoreBook scripted = new ScriptedRun(List.of(new FakeTask("t", 10, "t")), right).book(other, 0);
    CrossSummary.Run run =
        new CrossSummary.Run(
            scripted, ScoreTable.of(scripted, ExternalScores.NONE, ScoreTable.Input.DISPLAYED));
    List<String> line = new CrossSummary(List.of(run, run)).tables().get(0).rows().get(0);
    assertEquals("FastV", line.get(2));
  }

  /** 64 tokens in each of 64 frames are the paper's 4096. */
  @Test
  void budgetsPerFrameFindThePapersTotals() {
    PaperComparison comparison = PaperComparison.of(ModelProfile.LLAVA_VIDEO);
    MethodSpec setting = MethodSpec.parse("qcpruner@64/frame");
    assertEquals("99.6", comparison.find(setting, "4096").orElseThrow().get("avg_rel"));
    assertTrue(comparison.find(setting, setting.budgetText()).isEmpty());
  }

  @Test
  void intervalsHoldTheScoreAndRepeat() {
    Resampling resampling = new Resampling(200, 0.95, 1);
    Uncertainty uncertainty = new Uncertainty(book, resampling);
    assertEquals(uncertainty.intervals(table).rows(), uncertainty.intervals(table).rows());
    var sheet = book.sheet("t", A8).orElseThrow();
    Resampling.Interval interval = resampling.interval(sheet, "t");
    assertTrue(interval.low() < sheet.value() && sheet.value() < interval.high());
    var relative = uncertainty.avgRelInterval(table, A8).orElseThrow();
    assertTrue(relative.low() < relative.high());
    assertEquals(100, uncertainty.avgRelInterval(table, MethodSpec.FULL).orElseThrow().low(), 1e-9);
    assertEquals(2, uncertainty.against(table, MethodSpec.FULL).rows().size());
  }

  @Test
  void efficiencyTableHasOneRowPerSetting() {
    TextTable text = EfficiencyTable.text(book, "t");
    assertEquals(3, text.rows().size());
    // the fake model's prefill takes 1 + kept ms
    assertEquals("9.00", text.rows().get(2).get(5));
    assertEquals("8", text.rows().get(2).get(1));
  }

  @Test
  void thePageHoldsFiguresModelAndCounts() throws Exception {
    List<Path> files =
        RetentionPlots.write(
            book, table, Optional.of(new Uncertainty(book, Resampling.DEFAULT)), folder);
    String page = HtmlReport.page(List.of(book), List.of(table.text(book)), files);
    assertTrue(page.contains("data:image/png;base64,") && page.contains("data:image/svg+xml"));
    assertTrue(page.contains("<b>fake</b> (llava-1.5)"), page.substring(0, 600));
    assertTrue(page.contains("t 300 of 300, u 100 of 100"), page.substring(0, 900));
    assertEquals(-1, page.indexOf("http"), "the page must not need anything else");
  }

  @Test
  void figuresAreRealFiles() throws Exception {
    List<Path> files =
        RetentionPlots.write(
            book, table, Optional.of(new Uncertainty(book, Resampling.DEFAULT)), folder);
    assertEquals(6, files.size());
    for (Path file : files) {
      if (file.toString().endsWith(".png")) {
        // one column of a paper at 300 dots per inch
        assertEquals(1005, ImageIO.read(file.toFile()).getWidth());
      } else if (file.toString().endsWith(".pdf")) {
        assertTrue(Files.readString(file, StandardCharsets.ISO_8859_1).startsWith("%PDF-"));
      } else {
        var factory = DocumentBuilderFactory.newInstance();
        factory.setFeature("http://apache.org/xml/features/nonvalidating/load-external-dtd", false);
        assertEquals(
            "svg",
            factory.newDocumentBuilder().parse(file.toFile()).getDocumentElement().getTagName());
      }
    }
  }

  @Test
  void scoresJsonHoldsTheBreakdown() throws Exception {
    String json = ScoresJson.text(book, table);
    assertTrue(json.contains("\"g0\""));
    assertTrue(json.contains("\"avg_rel_display\" : \"100.0\""));
  }
}
