package io.qcpruner.text.internal.keyword;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.checkpoint.weights.WeightsException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Formats of static models, with the reference outputs of the public test models. */
class StaticModelTest {

  private static final double[] ROWS = {-9.357313, -7.0647545, 6.05843, -0.6433963};
  private static final double[] HELLO_WORLD = {-0.3934547, -0.9193440};

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({"F32, 1e-6", "F64, 1e-6", "F16, 4e-4"})
  void floatTables(String type, double tolerance) throws IOException {
    StaticModel model =
        KeywordModels.load(new StaticFolder().table("embeddings", type, ROWS).write(folder));
    assertArrayEquals(HELLO_WORLD, model.embed("hello world"), tolerance);
    // the published value carries the rounding of 512 float additions; ours is summed in double
    assertArrayEquals(
        new double[] {-0.7980847, -0.6025454},
        model.embed("hello ".repeat(1000)),
        Math.max(tolerance, 5e-6));
  }

  @Test
  void integerTablesNeedNoScale() throws IOException {
    StaticModel model =
        KeywordModels.load(
            new StaticFolder().table("embeddings", "I8", -22, -17, 14, -2).write(folder));
    assertArrayEquals(new double[] {-0.388057, -0.921635}, model.embed("hello world"), 1e-6);
    Files.writeString(folder.resolve("config.json"), "{}");
    assertArrayEquals(
        new double[] {-4.0, -9.5}, KeywordModels.load(folder).embed("hello world"), 0);
  }

  @ParameterizedTest
  @CsvSource({"''", "0_StaticEmbedding/"})
  void sentenceTransformersLayouts(String inner) throws IOException {
    new StaticFolder()
        .table("embedding.weight", "F32", ROWS)
        .write(folder, "config_sentence_transformers.json", inner);
    assertArrayEquals(HELLO_WORLD, KeywordModels.load(folder).embed("hello world"), 1e-6);
  }

  @ParameterizedTest
  @CsvSource({"F64", "F32", "F16"})
  void weightsBelongToTokens(String type) throws IOException {
    StaticModel model =
        KeywordModels.load(
            new StaticFolder()
                .add("embeddings", "F32", "2,2", 3, 0, 0, 1)
                .add("mapping", "I32", "6", 0, 0, 0, 1, 1, 1)
                .add("weights", type, "6", 1, 1, 2, 0.5, 1, 1)
                .write(folder));
    // rows 0 and 1 with the factors of hello and world: (6, 0) + (0, 0.5)
    double norm = Math.hypot(6, 0.5);
    assertArrayEquals(new double[] {6 / norm, 0.5 / norm}, model.embed("hello world"), 1e-12);
  }

  @Test
  void longMappingsAreRead() throws IOException {
    StaticModel model =
        KeywordModels.load(
            new StaticFolder()
                .add("embeddings", "F32", "2,2", 1, 0, 0, 1)
                .add("mapping", "I64", "6", 1, 1, 0, 1, 1, 1)
                .write(folder));
    assertArrayEquals(new double[] {1, 0}, model.embed("hello"), 1e-12);
    assertArrayEquals(new double[] {0, 1}, model.embed("hey"), 1e-12);
    assertArrayEquals(new double[] {0, 0}, model.embed("unheard"), 0);
  }

  @Test
  void wrongFilesAreRefusedWithWhatIsWrong() throws IOException {
    refused("5 rows", new StaticFolder().add("embeddings", "F32", "5,2", new double[10]));
    refused("no tensor named embeddings", new StaticFolder().add("rows", "F32", "1", 1));
    refused("I32", new StaticFolder().add("embeddings", "I32", "6,1", new double[6]));
    refused("[6]", new StaticFolder().add("embeddings", "F32", "6", new double[6]));
    refused(
        "row 2 of 2",
        new StaticFolder()
            .add("embeddings", "F32", "2,1", 1, 2)
            .add("mapping", "I32", "6", 0, 1, 2, 0, 0, 0));
    refused(
        "row -1 of 2",
        new StaticFolder()
            .add("embeddings", "F32", "2,1", 1, 2)
            .add("mapping", "I32", "6", -1, 1, 1, 0, 0, 0));
    refused(
        "one entry for each of the 6 tokens",
        new StaticFolder()
            .table("embeddings", "F32", ROWS)
            .add("weights", "F32", "5", 1, 1, 1, 1, 1));
  }

  private void refused(String part, StaticFolder broken) throws IOException {
    Path written = broken.write(folder);
    WeightsException failure =
        assertThrows(WeightsException.class, () -> KeywordModels.load(written));
    assertTrue(failure.getMessage().contains(part), failure::getMessage);
    assertTrue(failure.getMessage().contains("model.safetensors"), failure::getMessage);
  }

  @Test
  void missingFilesAreNamed() {
    WeightsException failure =
        assertThrows(WeightsException.class, () -> KeywordModels.load(folder));
    assertTrue(failure.getMessage().contains(folder.toString()), failure::getMessage);
  }

  @Test
  void tableHashNamesTheTable() throws IOException {
    StaticFolder one = new StaticFolder().table("embeddings", "F32", ROWS);
    String hash = KeywordModels.load(one.write(folder)).tableHash();
    assertEquals(hash, KeywordModels.load(folder).tableHash());
    assertEquals(64, hash.length());
    StaticFolder other = new StaticFolder().table("embeddings", "F32", 1, 2, 3, 4);
    assertTrue(!hash.equals(KeywordModels.load(other.write(folder)).tableHash()));
  }
}
