package io.qcpruner.eval.task;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.qcpruner.eval.data.DataRoot;
import io.qcpruner.eval.data.Fixtures;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Prompts, references and categories of every task and family; a changed prompt fails here. */
class PromptSnapshotTest {

  @Test
  void promptsAreAsRecorded(@TempDir Path folder) throws Exception {
    Fixtures.write(folder);
    StringBuilder all = new StringBuilder();
    TaskCatalog catalog = new TaskCatalog(TaskOptions.PAPER, List.of());
    try (DataRoot root = new DataRoot(folder, true)) {
      for (String key : catalog.keys()) {
        String before = "";
        for (ModelProfile family : ModelProfile.values()) {
          if (family == ModelProfile.OTHER) {
            continue;
          }
          String text = describe(catalog.task(key), root, family);
          boolean same = text.equals(before);
          all.append("=== ").append(key).append(' ').append(family);
          all.append(same ? " as above\n" : "\n" + text);
          before = text;
        }
      }
    }
    String expected;
    try (var in = PromptSnapshotTest.class.getResourceAsStream("prompts.snapshot.txt")) {
      expected = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
    if (!expected.equals(all.toString())) {
      Files.writeString(Path.of("target", "prompts.snapshot.txt"), all);
    }
    assertEquals(expected, all.toString(), "see target/prompts.snapshot.txt");
  }

  private static String describe(Task task, DataRoot root, ModelProfile family) throws Exception {
    StringBuilder text = new StringBuilder();
    TaskData data = task.load(Optional.of(root), family);
    text.append("source ").append(data.source());
    text.append(", tokens ").append(task.maxNewTokens(family)).append('\n');
    for (Sample sample : data.samples()) {
      sample.media().probe();
      text.append("--- ").append(sample.id()).append(" unit ").append(sample.unit());
      text.append(" group ").append(sample.group()).append(" tags ").append(sample.tags());
      text.append(" gold ").append(sample.golds());
      text.append(" media ").append(sample.media().getClass().getSimpleName());
      text.append(' ').append(sample.media().name()).append('\n');
      text.append(sample.prompt().replace("\n", "⏎\n")).append("¶\n");
    }
    return text.toString();
  }
}
