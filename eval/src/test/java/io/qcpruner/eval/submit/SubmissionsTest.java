package io.qcpruner.eval.submit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.eval.data.DataRoot;
import io.qcpruner.eval.data.Fixtures;
import io.qcpruner.eval.report.ExternalScores;
import io.qcpruner.eval.report.ScoreBook;
import io.qcpruner.eval.report.ScoreTable;
import io.qcpruner.eval.run.FakeModel;
import io.qcpruner.eval.run.RunException;
import io.qcpruner.eval.run.RunFolder;
import io.qcpruner.eval.run.RunPlan;
import io.qcpruner.eval.run.Runner;
import io.qcpruner.eval.run.StoredAnswers;
import io.qcpruner.eval.task.ModelProfile;
import io.qcpruner.eval.task.Task;
import io.qcpruner.eval.task.TaskCatalog;
import io.qcpruner.eval.task.TaskOptions;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SubmissionsTest {

  private static final PrintStream QUIET = new PrintStream(OutputStream.nullOutputStream());

  @TempDir Path folder;

  /** Every public task from its files to scores, upload files and back. */
  @Test
  void allTasksRunFromFilesToUploads() throws Exception {
    Path data = Fixtures.write(folder.resolve("data"));
    TaskCatalog catalog = new TaskCatalog(TaskOptions.PAPER, List.of());
    Path run = folder.resolve("run");
    try (DataRoot root = new DataRoot(data, true)) {
      List<Task> tasks = catalog.select(catalog.keys());
      List<RunPlan.Work> work = RunPlan.load(tasks, Optional.of(root), ModelProfile.LLAVA_1_5);
      List<MethodSpec> settings = List.of(MethodSpec.FULL, MethodSpec.parse("a@8"));
      Runner.run(
          new FakeModel(ModelProfile.LLAVA_1_5),
          RunPlan.simple(work, settings),
          run,
          false,
          "1",
          QUIET);
    }
    RunFolder opened = RunFolder.open(run);
    ScoreBook book = ScoreBook.read(opened, catalog, ScoreBook.Verdicts.ofRun(catalog));
    ScoreTable table = ScoreTable.of(book, ExternalScores.NONE, ScoreTable.Input.DISPLAYED);
    // all but the two of the servers and the one of the judge
    assertEquals(catalog.keys().size() - 3, table.rows().get(0).cells().size());
    assertTrue(table.row(MethodSpec.FULL).orElseThrow().avgRel().isEmpty());
    assertTrue(table.text(book).notes().contains("MMVet: needs a judge."));

    Optional<Path> questions =
        Optional.of(data.resolve("llava_eval/vqav2/llava_vqav2_mscoco_test2015.jsonl"));
    List<Path> files = Submissions.write(opened, folder.resolve("up"), questions);
    assertTrue(files.size() > 2 * catalog.keys().size());
    Path up = folder.resolve("up/full");
    String vqa = Files.readString(up.resolve("vqav2_upload.json"));
    assertTrue(vqa.startsWith("[{\"question_id\":1,\"answer\":\""), vqa);
    assertTrue(vqa.endsWith("{\"question_id\":3,\"answer\":\"\"}]"), vqa);
    assertTrue(
        Files.readString(up.resolve("vizwiz_upload.json"))
            .startsWith("[{\"image\":\"VizWiz_test_00000000.jpg\",\"answer\":"));
    assertTrue(Files.readString(up.resolve("mmvet_predictions.json")).startsWith("{\"v1_0\":"));
    assertTrue(
        Files.readString(up.resolve("mmbench_en_upload.tsv"))
            .startsWith(
                "index\tquestion\tA\tB\tC\tD\tprediction\tanswer\tsplit\n"
                    + "7\t\"Say \"\"hi\"\",\nwhich?\"\tcat\tdog\tred car\t\t"));
  }

  @Test
  void foreignAnswersAreScored() throws Exception {
    Path data = Fixtures.write(folder.resolve("data"));
    Path answers = folder.resolve("answers.jsonl");
    StringBuilder lines = new StringBuilder();
    // ids repeat over the three categories: file order decides
    for (String text : List.of("Yes", "No", "Yes", "Yes", "No", "No")) {
      int id = lines.toString().split("\n").length % 2 == 1 && lines.length() > 0 ? 2 : 1;
      lines.append("{\"question_id\": ").append(id).append(", \"text\": \"").append(text);
      lines.append("\"}\n");
    }
    Files.writeString(answers, lines);
    TaskCatalog catalog = new TaskCatalog(TaskOptions.PAPER, List.of());
    Path run = folder.resolve("run");
    try (DataRoot root = new DataRoot(data, true)) {
      List<RunPlan.Work> work =
          RunPlan.load(List.of(catalog.task("pope")), Optional.of(root), ModelProfile.LLAVA_1_5);
      RunPlan plan = RunPlan.simple(work, List.of(MethodSpec.FULL));
      Runner.run(new StoredAnswers(answers, ModelProfile.LLAVA_1_5), plan, run, false, "1", QUIET);
      String message =
          assertThrows(
                  RunException.class,
                  () ->
                      Runner.run(
                          new StoredAnswers(
                              Files.writeString(folder.resolve("few"), ""), ModelProfile.LLAVA_1_5),
                          plan,
                          folder.resolve("run2"),
                          false,
                          "1",
                          QUIET))
              .getMessage();
      assertTrue(message.contains("no answer for question 1"), message);
    }
    ScoreBook book =
        ScoreBook.read(RunFolder.open(run), catalog, ScoreBook.Verdicts.ofRun(catalog));
    // adversarial 1, random 2/3, popular 0
    assertEquals(
        100 * (1 + 2.0 / 3) / 3, book.sheet("pope", MethodSpec.FULL).orElseThrow().value(), 1e-9);
  }
}
