package io.qcpruner.eval.task;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.eval.data.Media;
import io.qcpruner.eval.metric.Outcome;
import io.qcpruner.eval.run.FakeTask;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What tasks make of answers for each profile, and the tables they are found in. */
class TaskPartsTest {

  private static final TaskCatalog CATALOG =
      new TaskCatalog(
          TaskOptions.PAPER,
          List.of(new FakeTask("mine", 2)),
          Map.of("ours", List.of("mine", "gqa")));

  /** The official scripts and lmms-eval read the same answer differently. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "pope | LLAVA_1_5  | yes | Yes it is | YES   | 1 | true",
        "pope | QWEN2_5_VL | yes | Yes it is | OTHER | 0 | false",
        "pope | QWEN2_5_VL | yes | Yes       | YES   | 1 | true",
        "pope | QWEN2_5_VL | yes | <think>no</think> yes | YES | 1 | true",
        "pope | LLAVA_1_5  | yes | <think>no </think> yes | YES | 1 | true",
        "mme  | LLAVA_1_5  | yes | y         | OTHER | 0 | false",
        "mme  | QWEN2_5_VL | yes | y         | YES   | 1 | true",
        "mme  | QWEN2_5_VL | no  | Yes       | YES   | 0 | true",
        "mvbench | QWEN2_5_VL | A | (A) a dog | A | 1 | true",
        "mvbench | QWEN2_5_VL | A | (B)       | B | 0 | true",
        "nextqa  | QWEN2_5_VL | B | B         | B | 1 | true",
        "nextqa  | QWEN2_5_VL | B | A         | A | 0 | true",
      })
  void verdicts(
      String task,
      ModelProfile model,
      String gold,
      String answer,
      String said,
      double score,
      boolean parsed) {
    Sample sample = sample("q").options(List.of("cat", "dog")).gold(gold);
    Outcome outcome = CATALOG.task(task).score(sample.group("g").tags(List.of("t")), model, answer);
    assertEquals(said, outcome.predicted());
    assertEquals(score, outcome.score());
    assertEquals(parsed, outcome.parsed());
    assertEquals("g", outcome.group());
    assertEquals(List.of("t"), outcome.tags());
  }

  @Test
  void anAnswerWithoutTextIsNotParsed() {
    Outcome empty =
        CATALOG.task("mvbench").score(sample("q").gold("A"), ModelProfile.QWEN2_5_VL, "");
    assertEquals("", empty.predicted());
    assertEquals(false, empty.parsed());
  }

  /** Where a server scores, the answer is kept and gets no credit. */
  @Test
  void withoutReferencesThereIsNoVerdict() {
    Outcome open = CATALOG.task("vqav2").score(sample("q"), ModelProfile.LLAVA_1_5, "a dog");
    assertEquals(0, open.score());
    assertEquals(false, open.parsed());
    assertTrue(open.predicted().contains("dog"), open.predicted());
  }

  @Test
  void tasksOfFilesNeedAFolder() {
    assertTrue(CATALOG.task("gqa").needsData());
    assertEquals(
        "task gqa needs a data folder",
        assertThrows(
                MissingDataFolderException.class,
                () -> CATALOG.task("gqa").load(Optional.empty(), ModelProfile.LLAVA_1_5))
            .getMessage());
  }

  @Test
  void tasksAndSuitesAreChosenOnce() {
    assertEquals(
        List.of("gqa", "mine"),
        CATALOG.select(List.of("gqa", "ours", "mine")).stream().map(Task::key).toList());
    String message =
        assertThrows(IllegalArgumentException.class, () -> CATALOG.task("none")).getMessage();
    assertTrue(message.startsWith("unknown task none; known: [vqav2, "), message);
    assertTrue(message.contains("ours"), message);
    assertEquals(
        "two tasks are named gqa",
        assertThrows(
                IllegalArgumentException.class,
                () -> new TaskCatalog(TaskOptions.PAPER, List.of(new FakeTask("gqa", 1))))
            .getMessage());
  }

  @ParameterizedTest
  @CsvSource({
    "llava-1.5, LLAVA_1_5, llava",
    "llava-next, LLAVA_NEXT, llava",
    "llava-video, LLAVA_VIDEO, lmms",
    "qwen2.5-vl, QWEN2_5_VL, lmms",
    "other, OTHER, lmms"
  })
  void familiesAndTheirProfiles(String family, ModelProfile model, String profile) {
    assertEquals(model, ModelProfile.of(family));
    assertEquals(model, ModelProfile.named(family));
    assertEquals(profile, model.profile().label());
    assertEquals(model.profile(), ModelProfile.withProfile(profile).profile());
  }

  @Test
  void unknownFamiliesAreOthersOrRefused() {
    assertEquals(ModelProfile.OTHER, ModelProfile.of("gpt"));
    assertEquals(
        "unknown family gpt; known are llava-1.5, llava-next, llava-video, qwen2.5-vl, other",
        assertThrows(IllegalArgumentException.class, () -> ModelProfile.named("gpt")).getMessage());
    assertEquals(
        "unknown profile mine",
        assertThrows(IllegalArgumentException.class, () -> ModelProfile.withProfile("mine"))
            .getMessage());
  }

  /** A run refuses to go on with other data: everything but the pixels counts. */
  @Test
  void everyPartOfTheDataChangesTheChecksum() {
    Media other = new Media.Embedded("other", () -> new byte[0]);
    Set<String> checksums = new HashSet<>();
    for (List<Sample> samples :
        List.of(
            List.of(sample("q")),
            List.of(sample("r")),
            List.of(Sample.of("q", 0, "Why?", sample("q").media())),
            List.of(Sample.of("q", 0, "What?", other)),
            List.of(sample("q").gold("yes")),
            List.of(sample("q").golds(List.of("ye", "s"))),
            List.of(sample("q"), sample("q")))) {
      assertTrue(checksums.add(TaskData.of("s", samples).checksum()), samples.toString());
    }
    assertEquals(TaskData.of("s", List.of(sample("q"))), TaskData.of("s", List.of(sample("q"))));
  }

  @Test
  void theQuestionBeforeItsOptions() {
    String[][] cases = {
      {"Which? There are several options: A. cat", "Which?"},
      {"Which?\nA. cat\nB. dog", "Which?"},
      {" There are several options: A. cat", ""},
      {"\nA. cat", ""},
      {"Which?", "Which?"},
      {"Which?\nA. cat There are several options:", "Which?\nA. cat"},
    };
    for (String[] each : cases) {
      assertEquals(each[1], Questions.withoutOptions(each[0]), each[0]);
    }
  }

  private static final Media PICTURE = new Media.Embedded("p", () -> new byte[0]);

  private static Sample sample(String id) {
    return Sample.of(id, 0, "What?", PICTURE);
  }
}
