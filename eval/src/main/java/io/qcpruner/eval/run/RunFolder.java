package io.qcpruner.eval.run;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A finished or unfinished run, for reading. */
public record RunFolder(Path path, RunManifest manifest) {

  public static RunFolder open(Path path) throws IOException {
    return new RunFolder(path, RunManifest.read(path));
  }

  /** Every record of every shard once; a sample that two shardings ran counts once. */
  public void records(RecordStore.Reader reader) throws IOException {
    List<Path> files = new ArrayList<>();
    try (DirectoryStream<Path> found = Files.newDirectoryStream(path, "predictions*.jsonl")) {
      found.forEach(files::add);
    }
    Collections.sort(files);
    Set<RunRecord.Key> seen = new HashSet<>();
    for (Path file : files) {
      RecordStore.scan(
          file,
          record -> {
            requireKnown(record, file);
            if (seen.add(record.key())) {
              reader.accept(record);
            }
          });
    }
  }

  /** Every record belongs to a task and a setting of the manifest. */
  private void requireKnown(RunRecord record, Path file) throws RunException {
    if (!manifest.tasks().containsKey(record.benchmark())) {
      throw unknown(file, "task " + record.benchmark(), manifest.tasks().keySet());
    }
    if (!manifest.settings().contains(record.setting())) {
      throw unknown(file, "setting " + record.setting(), manifest.settings());
    }
  }

  private static RunException unknown(Path file, String what, Object known) {
    return new RunException(file + ": " + what + " is not in the manifest, which has " + known);
  }
}
