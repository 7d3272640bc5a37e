package io.qcpruner.eval.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.eval.run.FakeModel;
import io.qcpruner.eval.run.FakeTask;
import io.qcpruner.eval.run.RunException;
import io.qcpruner.eval.run.RunFolder;
import io.qcpruner.eval.run.RunPlan;
import io.qcpruner.eval.run.Runner;
import io.qcpruner.eval.submit.Submissions;
import io.qcpruner.eval.task.ModelProfile;
import io.qcpruner.eval.task.TaskCatalog;
import io.qcpruner.eval.task.TaskOptions;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Names inside data and record files never lead out of the folder that the user named. */
class PathEscapeTest {

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"/etc", "../..", "count/../../..", "a\\u0000b"})
  void mmeCategoryStaysInside(String category) throws Exception {
    Path data = Fixtures.write(folder.resolve("data"));
    Files.writeString(
        data.resolve("llava_eval/MME/llava_mme.jsonl"),
        "{\"question_id\": \"1\", \"image\": \"1.jpg\", \"category\": \""
            + category
            + "\", \"text\": \"Is it?\"}\n");
    String message = message("mme", data);
    assertTrue(
        message.contains("leaves the data folder") || message.contains("is not a file name"),
        message);
  }

  @Test
  void popeCategoryStaysInside() throws Exception {
    Path data = Fixtures.write(folder.resolve("data"));
    Files.writeString(
        data.resolve("llava_eval/pope/llava_pope_test.jsonl"),
        "{\"question_id\": 1, \"image\": \"1.jpg\", \"category\": \"/../../../../x\", \"text\": \"?\"}\n");
    assertTrue(message("pope", data).contains("leaves the data folder"));
  }

  private static String message(String task, Path data) throws IOException {
    try (DataRoot root = new DataRoot(data, true)) {
      return assertThrows(
              DataException.class,
              () ->
                  new TaskCatalog(TaskOptions.PAPER, List.of())
                      .task(task)
                      .load(Optional.of(root), ModelProfile.LLAVA_1_5))
          .getMessage();
    }
  }

  @Test
  void dataFolderMayBeTheCurrentOne() throws IOException {
    assertEquals(Path.of("a/b"), Globs.inside(Path.of("."), "a/b"));
    assertThrows(DataException.class, () -> Globs.inside(Path.of("."), "../b"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"..", "../../x@8", ".@8", "junk", "a@junk", "a@8@9", "", "a:@8", "a b@8"})
  void settingOfARecordIsChecked(String setting) throws Exception {
    Path run = folder.resolve("run");
    List<RunPlan.Work> work =
        RunPlan.load(List.of(new FakeTask("t", 2)), Optional.empty(), ModelProfile.LLAVA_1_5);
    Runner.run(
        new FakeModel(ModelProfile.LLAVA_1_5),
        RunPlan.simple(work, List.of(MethodSpec.FULL)),
        run,
        false,
        "1",
        new PrintStream(OutputStream.nullOutputStream()));
    for (String name : List.of("predictions.jsonl", "manifest.json")) {
      Path file = run.resolve(name);
      Files.writeString(file, Files.readString(file).replace("\"full\"", "\"" + setting + "\""));
    }
    Path out = folder.resolve("out/deep");
    Exception refused =
        assertThrows(
            Exception.class, () -> Submissions.write(RunFolder.open(run), out, Optional.empty()));
    assertTrue(
        refused instanceof IllegalArgumentException || refused instanceof RunException,
        refused.toString());
    assertTrue(Files.notExists(folder.resolve("out")) || list(folder.resolve("out")).isEmpty());
  }

  private static List<Path> list(Path folder) throws IOException {
    try (var files = Files.walk(folder)) {
      return files.filter(Files::isRegularFile).toList();
    }
  }

  @Test
  void loadedDuckDbLeavesNoLibraryBehind() throws Exception {
    new ParquetReader().close();
    for (Path library : DuckDbLibrary.loaded()) {
      assertTrue(Files.notExists(library), library + " is left");
    }
  }
}
