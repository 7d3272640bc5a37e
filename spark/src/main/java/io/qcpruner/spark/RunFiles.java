package io.qcpruner.spark;

import io.qcpruner.eval.run.RunJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The two files that a Spark run adds to its folder; a report needs neither. */
final class RunFiles {

  private RunFiles() {}

  /** {@code executors.json}: who worked, and what may make answers differ. */
  private record Executors(List<ExecutorRegister.Line> executors, List<String> warnings) {}

  static void executors(Path folder, ExecutorRegister register) throws IOException {
    write(folder.resolve("executors.json"), new Executors(register.lines(), register.warnings()));
  }

  /** {@code spark.json}: version, master and settings without secrets. */
  static void spark(Path folder, String version, SparkSettings settings) throws IOException {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("spark", version);
    json.put("master", settings.master().url());
    json.put("threads_per_answer", settings.threads());
    json.put("answers_at_once", settings.answersAtOnce());
    json.put("settings", settings.masked());
    write(folder.resolve("spark.json"), json);
  }

  private static void write(Path file, Object content) throws IOException {
    Path beside = Files.createTempFile(file.getParent(), file.getFileName().toString(), ".tmp");
    Files.writeString(
        beside, RunJson.MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(content));
    Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE);
  }
}
