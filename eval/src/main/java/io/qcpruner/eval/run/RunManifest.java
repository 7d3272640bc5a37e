package io.qcpruner.eval.run;

import io.qcpruner.eval.task.TaskOptions;
import io.qcpruner.json.JsonException;
import io.qcpruner.json.JsonReader;
import io.qcpruner.json.WholeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * What a run folder is about: versions, checksums, parameters, machine.
 *
 * @param version of this program
 * @param tasks data per task
 * @param settings keys of the methods and budgets
 * @param options scoring rules
 * @param parameters further parameters of the model side, such as a calibration file's content
 * @param machine where the run was started, for the reader
 */
public record RunManifest(
    int format,
    String version,
    ModelCard model,
    Map<String, TaskEntry> tasks,
    List<String> settings,
    TaskOptions options,
    Map<String, String> parameters,
    Map<String, String> machine,
    String started) {

  public static final int FORMAT = 1;
  private static final long MAX_BYTES = 64 << 20;
  private static final String FILE = "manifest.json";

  /** The data of one task. */
  public record TaskEntry(String source, int samples, String checksum, int maxNewTokens) {}

  public RunManifest {
    tasks = java.util.Collections.unmodifiableMap(new TreeMap<>(tasks));
    settings = List.copyOf(settings);
    parameters = java.util.Collections.unmodifiableMap(new TreeMap<>(parameters));
    machine = java.util.Collections.unmodifiableMap(new TreeMap<>(machine));
  }

  /** The machine as the JVM sees it. */
  public static Map<String, String> thisMachine() {
    return Map.of(
        "java", System.getProperty("java.version"),
        "os", System.getProperty("os.name") + " " + System.getProperty("os.version"),
        "arch", System.getProperty("os.arch"),
        "cores", Integer.toString(Runtime.getRuntime().availableProcessors()));
  }

  public static boolean exists(Path folder) {
    return Files.exists(folder.resolve(FILE));
  }

  public static RunManifest read(Path folder) throws IOException {
    Path file = folder.resolve(FILE);
    if (!Files.exists(file)) {
      throw new RunException(folder + " is not a run folder: it has no " + FILE);
    }
    try {
      RunManifest manifest = JsonReader.SNAKE_CASE.record(file, MAX_BYTES, RunManifest.class);
      if (manifest.format != FORMAT) {
        throw new RunException(file + ": format must be " + FORMAT + ", not " + manifest.format);
      }
      return manifest;
    } catch (JsonException e) {
      throw new RunException("the run folder is damaged: " + e.getMessage(), e);
    }
  }

  /** Written beside and moved into place: a killed process leaves the old one or the new one. */
  public void write(Path folder) throws IOException {
    WholeFile.write(
        folder.resolve(FILE),
        RunJson.MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(this));
  }

  /** Fails, before anything is touched, when this run can't start or go on in a folder. */
  void mayContinue(Path folder, boolean resume) throws IOException {
    if (exists(folder)) {
      if (!resume) {
        throw new UnfinishedRunException(folder + " already holds a run", null);
      }
      read(folder).continuedBy(this);
    }
  }

  /** Writes this manifest, or its union with the one that is there. */
  void join(Path folder, boolean resume) throws IOException {
    // shards of one run may start at the same moment
    RunLock lock = RunLock.await(folder.resolve(FILE));
    try {
      mayContinue(folder, resume);
      if (!exists(folder)) {
        write(folder);
        return;
      }
      RunManifest before = read(folder);
      RunManifest union = before.continuedBy(this);
      if (!union.equals(before)) {
        union.write(folder);
      }
    } finally {
      lock.close();
    }
  }

  /** This run continued by another: the union, or an error when they do not belong together. */
  public RunManifest continuedBy(RunManifest next) throws RunException {
    same("program version", version, next.version);
    same("model family", model.family(), next.model.family());
    same("checkpoint checksum", model.checksum(), next.model.checksum());
    same("scoring options", options, next.options);
    same("parameters", parameters, next.parameters);
    Map<String, TaskEntry> allTasks = new TreeMap<>(tasks);
    for (Map.Entry<String, TaskEntry> task : next.tasks.entrySet()) {
      TaskEntry before = allTasks.putIfAbsent(task.getKey(), task.getValue());
      if (before != null) {
        same("data of " + task.getKey(), before, task.getValue());
      }
    }
    List<String> allSettings = new ArrayList<>(settings);
    next.settings.stream().filter(s -> !settings.contains(s)).forEach(allSettings::add);
    return new RunManifest(
        format, version, model, allTasks, allSettings, options, parameters, machine, started);
  }

  private static void same(String what, Object before, Object now) throws RunException {
    if (!Objects.equals(before, now)) {
      throw new RunException(
          "the run folder was started with another " + what + ": " + before + ", now " + now);
    }
  }
}
