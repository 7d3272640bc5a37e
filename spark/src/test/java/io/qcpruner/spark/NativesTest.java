package io.qcpruner.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.eval.run.RunJson;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tokenizer, FFmpeg and DuckDB inside executors whose classes came by spark.jars alone, and which
 * unpack their natives at the same time into one empty folder.
 */
@Timeout(600)
class NativesTest {

  @TempDir Path folder;

  @Test
  void executorsReadWhatTheDriverReads() throws Exception {
    Path clip = folder.resolve("clip.mp4");
    try (InputStream in = NativesTest.class.getResourceAsStream("/clip/mpeg4.mp4")) {
      Files.copy(in, clip);
    }
    Path table = folder.resolve("table.parquet");
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:")) {
      connection
          .createStatement()
          .execute("COPY (SELECT 'bus' || i AS word FROM range(3) t(i)) TO '" + table + "'");
    }
    SparkRuns runs = new SparkRuns();
    NativeSource source = new NativeSource(NativesMain.SAMPLES, clip.toString(), table.toString());
    Path local = folder.resolve("local");
    runs.local(source, local, false);

    Path cache = folder.resolve("cache");
    Path spark = folder.resolve("spark");
    TestCluster.install();
    List<String> jvm =
        List.of("-D" + ExecutorJars.PROPERTY + "=" + TestCluster.executorClassPath());
    List<String> arguments =
        List.of(
            TestCluster.TWO_EXECUTORS,
            spark.toString(),
            cache.toString(),
            clip.toString(),
            table.toString());
    try (ChildCommand child =
        ChildCommand.start(
            folder.resolve("child.log"), jvm, NativesMain.class.getName(), arguments)) {
      assertEquals(0, child.await(), child.said());
    }
    assertEquals(SparkRuns.masked(local), SparkRuns.masked(spark));
    String first = Files.readAllLines(spark.resolve("predictions.jsonl")).get(0);
    String text = RunJson.MAPPER.readTree(first).get("text").asText();
    assertTrue(text.matches("\\[\\d+(, \\d+)+]; (64x48 -?\\d+; ){3}.*bus0.*bus2.*"), text);

    // both executors worked, and all that was unpacked lies in the folder that was named
    String executors = Files.readString(spark.resolve("executors.json"));
    assertFalse(executors.contains("\"answers\" : 0"), executors);
    for (String part : List.of("natives/javacpp", "qcpruner/pocket")) {
      try (Stream<Path> unpacked = Files.list(cache.resolve(part))) {
        assertTrue(unpacked.findAny().isPresent(), part + " was unpacked elsewhere");
      }
    }
  }
}
