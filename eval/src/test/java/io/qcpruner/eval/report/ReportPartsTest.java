package io.qcpruner.eval.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.eval.data.DataException;
import io.qcpruner.eval.report.TextTable.Mark;
import io.qcpruner.eval.run.FakeModel;
import io.qcpruner.eval.run.FakeTask;
import io.qcpruner.eval.run.RunFolder;
import io.qcpruner.eval.run.RunPlan;
import io.qcpruner.eval.run.Runner;
import io.qcpruner.eval.task.ModelProfile;
import io.qcpruner.eval.task.Task;
import io.qcpruner.eval.task.TaskCatalog;
import io.qcpruner.eval.task.TaskOptions;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tables that only some runs have, and scores that come from outside. */
class ReportPartsTest {

  private static final MethodSpec OURS = MethodSpec.parse("qcpruner@8");

  @TempDir Path folder;

  private static Map<MethodSpec, int[]> right(int full, int ours) {
    Map<MethodSpec, int[]> right = new LinkedHashMap<>();
    right.put(MethodSpec.FULL, new int[] {full});
    right.put(OURS, new int[] {ours});
    return right;
  }

  /** Two clips of each duration: short, medium, long, short, medium, long. */
  private static ScoreBook videos(Path folder, int limit) throws IOException {
    List<Task> tasks = List.of(new FakeTask("videomme", 6, "videomme"));
    new ScriptedRun(tasks, right(6, 4)).run(folder, limit);
    Map<String, String> durations = Map.of("g0", "short", "g1", "medium", "g2", "long");
    return ScoreBook.read(
        RunFolder.open(folder),
        new TaskCatalog(TaskOptions.PAPER, List.of()),
        r -> Optional.of(r.outcome().inGroup(durations.get(r.outcome().group()))));
  }

  @Test
  void videosByDuration() throws IOException {
    TextTable table = DurationTable.of(videos(folder, 0)).orElseThrow();
    assertEquals(List.of("Method", "Tokens", "Short", "Medium", "Long", "Overall"), table.header());
    assertEquals(
        List.of(
            List.of("Full model", "all", "100.0", "100.0", "100.0", "100.0"),
            List.of("QCPruner", "8", "100.0", "50.0", "50.0", "66.7")),
        table.rows());
    assertEquals(List.of(), table.notes());
  }

  @Test
  void partsOfVideosAreMarked() throws IOException {
    ScoreBook cut = videos(folder, 2);
    TextTable table = DurationTable.of(cut).orElseThrow();
    assertEquals(List.of("QCPruner", "8", "100.0*", "100.0*", "", "100.0*"), table.rows().get(1));
    assertEquals(List.of(ScoreTable.PARTIAL_NOTE), table.notes());
    TextTable costs = EfficiencyTable.text(cut, "videomme");
    assertEquals(ScoreTable.PARTIAL_NOTE, costs.notes().get(0));
    assertTrue(costs.rows().get(1).get(8).endsWith("*"), costs.rows().toString());
  }

  /** The best of one is nothing to be proud of. */
  @Test
  void aSingleMethodOfABandHasNoMark() throws IOException {
    List<Task> tasks = List.of(new FakeTask("t", 4, "t"));
    ScoreBook book = new ScriptedRun(tasks, right(4, 2)).book(folder, 0);
    assertTrue(DurationTable.of(book).isEmpty());
    ScoreTable table = ScoreTable.of(book, ExternalScores.NONE, ScoreTable.Input.DISPLAYED);
    TextTable text = PaperLayout.of(book, table);
    assertEquals("QCPruner", text.rows().get(3).get(0));
    assertEquals(Mark.PLAIN, text.mark(3, 1));
    assertEquals(Mark.PLAIN, text.mark(3, 2));
  }

  /** 1 of 3 is 33.3 as printed: relative to 2 of 3, 66.7, that is 49.9 and not 50. */
  @Test
  void printedOrExactScores() throws IOException {
    List<Task> tasks = List.of(new FakeTask("t", 3, "t"));
    ScoreBook book = new ScriptedRun(tasks, right(2, 1)).book(folder, 0);
    assertEquals("49.9", average(book, ExternalScores.NONE, ScoreTable.Input.DISPLAYED));
    assertEquals("50.0", average(book, ExternalScores.NONE, ScoreTable.Input.EXACT));
    ExternalScores given =
        external("{'source':'external','scores':{'t':{'full':50,'qcpruner@8':10}}}");
    assertEquals("20.0", average(book, given, ScoreTable.Input.DISPLAYED));
    assertEquals(Optional.of(new BigDecimal("10")), given.of("t", "qcpruner@8"));
    assertEquals(Optional.empty(), given.of("t", "fastv@8"));
    assertEquals(Optional.empty(), given.of("u", "full"));
  }

  private static String average(ScoreBook book, ExternalScores given, ScoreTable.Input input) {
    return ScoreTable.of(book, given, input).row(OURS).orElseThrow().avgRelText();
  }

  private ExternalScores external(String json) throws IOException {
    Path file = folder.resolve("external.json");
    Files.writeString(file, json.replace('\'', '"'));
    return ExternalScores.read(file);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "{'source':'mine','scores':{}} | needs",
        "{'source':'external','scores':[]} | needs",
        "{'source':'external'} | needs",
        "{'source':'external','scores':{'t':{'full':'50'}}} | t full is not a number",
      })
  void scoresThatAreNoneAreNamed(String json, String part) {
    String message = assertThrows(DataException.class, () -> external(json)).getMessage();
    assertTrue(message.contains(part), message);
    assertTrue(message.startsWith(folder.resolve("external.json").toString()), message);
  }

  /** The fake model has twelve layers of width 64. */
  @Test
  void aSmallerModelIsNotThePapers() throws IOException {
    List<Task> tasks = List.of(new FakeTask("t", 4));
    Runner.run(
        new FakeModel(ModelProfile.LLAVA_1_5),
        RunPlan.simple(
            RunPlan.load(tasks, Optional.empty(), ModelProfile.LLAVA_1_5),
            List.of(MethodSpec.FULL)),
        folder,
        false,
        "1",
        new PrintStream(OutputStream.nullOutputStream()));
    TaskCatalog catalog = new TaskCatalog(TaskOptions.PAPER, tasks);
    ScoreBook book =
        ScoreBook.read(RunFolder.open(folder), catalog, ScoreBook.Verdicts.ofRun(catalog));
    ScoreTable table = ScoreTable.of(book, ExternalScores.NONE, ScoreTable.Input.DISPLAYED);
    TextTable text = PaperComparison.of(ModelProfile.LLAVA_1_5).text(table, book);
    assertEquals(
        List.of("Not compared: fake is not the model of the paper's table."), text.notes());
    assertEquals(List.of(), text.rows());
  }

  @Test
  void figuresLieInsideThePage() throws IOException {
    Path png = Files.write(folder.resolve("a.png"), new byte[] {1, 2, 3});
    Path svg = Files.write(folder.resolve("b.svg"), new byte[] {4});
    String page = HtmlReport.page(List.of(), List.of(), List.of(png, svg));
    assertTrue(page.contains("<img alt=\"a\" src=\"data:image/png;base64,AQID\">"), page);
    assertTrue(page.contains("<img alt=\"b\" src=\"data:image/svg+xml;base64,BA==\">"), page);
    String tables =
        HtmlReport.page(
            List.of(),
            List.of(new TextTable("t", List.of("a"), List.of(List.of("b")), List.of())),
            List.of(png));
    assertTrue(tables.indexOf("<figure>") < tables.indexOf("<table>"), "figures come first");
    assertTrue(tables.contains("<a href=\"#figures\">Figures</a>"), tables);
  }
}
