package io.qcpruner.eval.data;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Any data file gives rows or our own exception; saved inputs run in a normal build. */
class DataFilesFuzzTest {

  private interface Reading {
    void read(Path file) throws IOException;
  }

  private static void fuzz(String name, byte[] data, Reading reading) throws IOException {
    Path folder = Files.createTempDirectory("fuzz");
    Path file = folder.resolve(name);
    try {
      Files.write(file, data);
      reading.read(file);
    } catch (DataException expected) {
      assertTrue(expected.getMessage().contains(name), expected.getMessage());
    } finally {
      Files.delete(file);
      Files.delete(folder);
    }
  }

  @FuzzTest(maxDuration = "3m")
  void jsonLines(byte[] data) throws IOException {
    fuzz("fuzz.jsonl", data, Json::lines);
  }

  @FuzzTest(maxDuration = "3m")
  void tsv(byte[] data) throws IOException {
    fuzz("fuzz.tsv", data, file -> TsvReader.read(List.of(file), "image"));
  }

  @FuzzTest(maxDuration = "3m")
  void manifest(byte[] data) throws IOException {
    fuzz("manifest.json", data, file -> DataManifest.load(file.getParent()));
  }

  @FuzzTest(maxDuration = "3m")
  void parquet(byte[] data) throws IOException {
    try (ParquetReader reader = new ParquetReader()) {
      fuzz(
          "fuzz.parquet",
          data,
          file -> {
            for (DataRow row : reader.read(List.of(file), List.of("question"), "image")) {
              row.optionalText("question");
              row.media().probe();
            }
          });
    }
  }
}
