package io.qcpruner.eval.data;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.eval.task.ModelProfile;
import io.qcpruner.eval.task.Task;
import io.qcpruner.eval.task.TaskCatalog;
import io.qcpruner.eval.task.TaskData;
import io.qcpruner.eval.task.TaskOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DataErrorsTest {

  @TempDir Path folder;

  @Test
  void missingFilesAreNamed() {
    String message = fail("chartqa", ModelProfile.QWEN2_5_VL);
    assertTrue(message.contains("hf/lmms-lab__ChartQA/data/test-*.parquet"), message);
  }

  @Test
  void missingColumnIsNamed() throws Exception {
    chartqa("SELECT 'q' AS question, 'human_test' AS type");
    assertEquals(
        "test-0.parquet row 0: no column answer", fail("chartqa", ModelProfile.QWEN2_5_VL));
  }

  @Test
  void nullCellIsNamed() throws Exception {
    chartqa("SELECT 'q' AS question, null::varchar AS answer");
    assertEquals(
        "test-0.parquet row 0: column answer is null", fail("chartqa", ModelProfile.QWEN2_5_VL));
  }

  @Test
  void nullPictureIsNamedWhenItIsRead() throws Exception {
    chartqa(
        "SELECT 'q' AS question, 'a' AS answer,"
            + " {'bytes': null::blob, 'path': null::varchar} AS image");
    Media media = load("chartqa", ModelProfile.QWEN2_5_VL).samples().get(0).media();
    String message = assertThrows(DataException.class, media::probe).getMessage();
    assertTrue(message.endsWith("row 0: column image holds no picture"), message);
  }

  @Test
  void brokenParquetIsNamed() throws Exception {
    write("hf/lmms-lab__ChartQA/data/test-0.parquet", "PAR1 this is not a table PAR1");
    String message = fail("chartqa", ModelProfile.QWEN2_5_VL);
    assertTrue(message.contains("test-0.parquet: cannot be read as Parquet"), message);
  }

  @Test
  void brokenLineInTheMiddleIsNamed() throws Exception {
    write(
        "llava_eval/vizwiz/llava_test.jsonl",
        "{\"question_id\": 0, \"image\": \"a\", \"text\": \"t\"}\n{\"question_id\": 1, \"ima\n{}\n");
    String message = fail("vizwiz", ModelProfile.LLAVA_1_5);
    assertTrue(message.contains("llava_test.jsonl line 2: is not JSON"), message);
  }

  @Test
  void wrongRowCountIsAnErrorUnlessPartIsAllowed() throws Exception {
    write(
        "llava_eval/vizwiz/llava_test.jsonl",
        "{\"question_id\": 0, \"image\": \"a\", \"text\": \"t\"}\n");
    try (DataRoot root = new DataRoot(folder, false)) {
      String message =
          assertThrows(
                  DataException.class,
                  () -> task("vizwiz").load(Optional.of(root), ModelProfile.LLAVA_1_5))
              .getMessage();
      assertEquals("vizwiz/llava: 1 rows instead of 8000", message);
    }
    assertEquals(1, load("vizwiz", ModelProfile.LLAVA_1_5).samples().size());
  }

  @Test
  void labelsOfAnotherPictureAreAnError() throws Exception {
    Fixtures.write(folder);
    write(
        "llava_eval/pope/coco/coco_pope_random.json",
        "{\"question_id\": 1, \"image\": \"other.jpg\", \"label\": \"yes\"}\n");
    String message = fail("pope", ModelProfile.LLAVA_1_5);
    assertTrue(message.contains("label 1 of random belongs to other.jpg"), message);
  }

  @Test
  void unclosedQuoteIsNamed() throws Exception {
    write("llava_eval/mmbench/mmbench_dev_20230712.tsv", "index\tquestion\n1\t\"never\n");
    String message = fail("mmbench_en", ModelProfile.LLAVA_1_5);
    assertTrue(message.contains("offset 17: quote is never closed"), message);
  }

  @Test
  void shortTsvRowIsNamed() throws Exception {
    write("llava_eval/mmbench/mmbench_dev_20230712.tsv", "index\tquestion\n1\n");
    String message = fail("mmbench_en", ModelProfile.LLAVA_1_5);
    assertTrue(message.endsWith("row 1: 1 fields, but the header has 2"), message);
  }

  @Test
  void shortRowOfASubsetIsNamed() throws Exception {
    Fixtures.write(folder);
    write("sub.csv", "video,qid\n1\n");
    write(
        "manifest.json",
        "{\"format\": 1, \"entries\": [{\"id\": \"x\", \"benchmark\": \"vizwiz\", \"profile\":"
            + " \"llava\", \"reader\": \"llava-jsonl\", \"files\": [\"llava_eval/vizwiz/*.jsonl\"],"
            + " \"subset\": {\"path\": \"sub.csv\", \"key\": [\"qid\"]}}]}");
    String message = fail("vizwiz", ModelProfile.LLAVA_1_5);
    assertTrue(message.endsWith("sub.csv line 2: 1 fields, but the header has 2"), message);
  }

  @Test
  void labelsThatAreNoTextAndTruthsThatAreNoObjectAreNamed() throws Exception {
    Fixtures.write(folder);
    write("llava_eval/pope/coco/coco_pope_random.json", "{\"image\": 7, \"label\": \"yes\"}\n");
    assertTrue(fail("pope", ModelProfile.LLAVA_1_5).contains("belongs to 7"));
  }

  @Test
  void manifestMayNotLeaveTheFolder() throws Exception {
    write(
        "manifest.json",
        "{\"format\": 1, \"entries\": [{\"id\": \"x\", \"benchmark\": \"chartqa\", \"profile\":"
            + " \"lmms\", \"reader\": \"hf-parquet\", \"files\": [\"../up/x.parquet\"]}]}");
    assertTrue(fail("chartqa", ModelProfile.QWEN2_5_VL).endsWith("leaves the data folder"));
  }

  @Test
  void brokenManifestIsNamed() throws Exception {
    write("manifest.json", "{\"format\": 2, \"entries\": []}");
    assertTrue(
        assertThrows(DataException.class, () -> new DataRoot(folder, true))
            .getMessage()
            .endsWith("manifest.json: format must be 1, not 2"));
    write("manifest.json", "{\"format\": 1, \"entrys\": []}");
    assertThrows(DataException.class, () -> new DataRoot(folder, true));
  }

  /** Most of these ended in the text of a NullPointerException. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "null | field entries[0] holds null",
        "{} | field entries[0].id is missing",
        "{$, \"files\": []} | field entries[0]: files is empty",
        "{$, \"files\": [null]} | field entries[0].files[0] holds null",
        "{$, \"rows\": 2.5} | field entries[0].rows must be a whole number",
        "{$, \"rows\": -1} | field entries[0]: rows must not be negative, not -1",
        "{$, \"columns\": {\"a\": null}} | field entries[0].columns.a holds null",
        "{$, \"media\": {}} | field entries[0].media.kind is missing",
        "{$, \"media\": {\"kind\": \"image-dir\"}} | field entries[0].media: path is missing",
        "{$, \"media\": {\"kind\": \"x\", \"path\": \"\"}} | field entries[0].media: kind must be one of"
            + " [embedded, image-dir, video-dir, frame-dir], not x",
        "{$, \"truth\": {}} | field entries[0].truth.reader is missing",
        "{$, \"truth\": {\"path\": \"x\"}} | field entries[0].truth.reader is missing",
        "{$, \"truth\": {\"reader\": \"gqa-json\"}} | field entries[0].truth: path is missing",
        "{$, \"join\": {}} | field entries[0].join.files is missing",
        "{$, \"join\": {\"files\": [\"x\"], \"left\": \"a\"}} | field entries[0].join.right is missing",
        "{$, \"subset\": {}} | field entries[0].subset: a subset needs first, or path and key",
      })
  void entryThatLacksSomethingIsNamed(String entry, String message) throws Exception {
    String right = "\"id\": \"x\", \"benchmark\": \"chartqa\", \"profile\": \"lmms\",";
    String base = right + " \"reader\": \"hf-parquet\"";
    String whole =
        entry.contains("\"files\": [n") || entry.contains("\"files\": []")
            ? base
            : base + ", \"files\": [\"x\"]";
    write("manifest.json", "{\"format\": 1, \"entries\": [" + entry.replace("$", whole) + "]}");
    assertEquals(
        folder.resolve("manifest.json") + ": " + message,
        assertThrows(DataException.class, () -> new DataRoot(folder, true)).getMessage());
  }

  @Test
  void ownManifestRenamesColumnsAndReadsOtherLayouts() throws Exception {
    Fixtures.write(folder);
    write(
        "mme/count.txt",
        "001.jpg\tAre there two? Please answer yes or no.\tYes\n"
            + "001.jpg\tAre there three?  Please answer yes or no.\tNo\n");
    write(
        "mme/artwork.txt",
        "a1.jpg\tIs it oil? Please answer yes or no.\tYes\n"
            + "a1.jpg\tIs it ink? Please answer yes or no.\tNo\n");
    write(
        "manifest.json",
        """
        {"format": 1, "entries": [
          {"id": "a", "benchmark": "chartqa", "profile": "lmms", "reader": "hf-parquet",
           "files": ["own/*.parquet"], "columns": {"question": "frage", "image": "bild"}},
          {"id": "b", "benchmark": "longvideobench", "profile": "lmms", "reader": "lvb-json",
           "files": ["lvb/lvb_val.json"], "media": {"kind": "video-dir",
           "path": "hf/longvideobench__LongVideoBench/videos"}},
          {"id": "c", "benchmark": "mme", "profile": "llava", "reader": "llava-jsonl",
           "files": ["llava_eval/MME/llava_mme.jsonl"], "subset": {"first": 3},
           "truth": {"reader": "mme-results", "path": "mme"}}]}
        """);
    parquet(
        "own/x.parquet",
        "SELECT 'wie viele?' AS frage, '3' AS answer, {'bytes': from_hex('0102')} AS bild");
    TaskData chart = load("chartqa", ModelProfile.QWEN2_5_VL);
    assertTrue(chart.samples().get(0).prompt().startsWith("wie viele?\n"));
    Media.Embedded picture = (Media.Embedded) chart.samples().get(0).media();
    assertArrayEquals(new byte[] {1, 2}, picture.bytes().read());
    assertEquals("B", load("longvideobench", ModelProfile.LLAVA_VIDEO).samples().get(0).gold());
    assertEquals(3, load("mme", ModelProfile.LLAVA_1_5).samples().size());
  }

  @Test
  void picturesComeInAnyOrder() throws Exception {
    parquet(
        "hf/lmms-lab__ChartQA/data/test-0.parquet",
        "SELECT 'q' || i AS question, 'a' AS answer, {'bytes': encode('picture ' || i)} AS image"
            + " FROM range(100) t(i)");
    TaskData data = load("chartqa", ModelProfile.QWEN2_5_VL, root -> {});
    assertEquals(100, data.samples().size());
    try (DataRoot root = new DataRoot(folder, true)) {
      List<io.qcpruner.eval.task.Sample> samples =
          task("chartqa").load(Optional.of(root), ModelProfile.QWEN2_5_VL).samples();
      for (int i : new int[] {99, 0, 7, 8, 50, 49, 99, 1}) {
        Media.Embedded picture = (Media.Embedded) samples.get(i).media();
        assertEquals("picture " + i, new String(picture.bytes().read()));
      }
    }
  }

  private static Task task(String key) {
    return new TaskCatalog(TaskOptions.PAPER, List.of()).task(key);
  }

  private interface RootUse {
    void accept(DataRoot root) throws IOException;
  }

  private TaskData load(String key, ModelProfile family, RootUse use) throws IOException {
    try (DataRoot root = new DataRoot(folder, true)) {
      use.accept(root);
      return task(key).load(Optional.of(root), family);
    }
  }

  /** The root stays open: pictures are read later. */
  private TaskData load(String key, ModelProfile family) throws IOException {
    return task(key).load(Optional.of(new DataRoot(folder, true)), family);
  }

  private String fail(String key, ModelProfile family) {
    return assertThrows(DataException.class, () -> load(key, family, root -> {})).getMessage();
  }

  private void chartqa(String select) throws Exception {
    parquet("hf/lmms-lab__ChartQA/data/test-0.parquet", select);
  }

  private void parquet(String path, String select) throws Exception {
    Path file = folder.resolve(path);
    Files.createDirectories(file.getParent());
    try (var connection = DriverManager.getConnection("jdbc:duckdb:");
        var sql = connection.createStatement()) {
      sql.execute("COPY (" + select + ") TO '" + file + "' (FORMAT parquet)");
    }
  }

  private void write(String path, String text) throws IOException {
    Path file = folder.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }
}
