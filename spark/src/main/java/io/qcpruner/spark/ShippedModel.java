package io.qcpruner.spark;

import io.qcpruner.eval.cluster.RunSource;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.SparkFiles;
import org.apache.spark.api.java.JavaSparkContext;

/**
 * Sends a small checkpoint from the driver to the executors, file by file: Spark sends folders only
 * to threads of the driver.
 */
final class ShippedModel {

  static final long MAX_BYTES = 2L << 30;

  private ShippedModel() {}

  /** The names of the files that were sent. */
  static List<String> send(JavaSparkContext context, RunSource source) throws IOException {
    Path folder =
        source
            .checkpoint()
            .orElseThrow(() -> new IllegalArgumentException("the model has no folder to send"));
    List<Path> files;
    try (Stream<Path> found = Files.list(folder)) {
      files = found.filter(Files::isRegularFile).sorted().toList();
    }
    long bytes = 0;
    for (Path file : files) {
      bytes += Files.size(file);
    }
    if (bytes > MAX_BYTES) {
      throw new IllegalArgumentException(
          "--ship-model sends at most 2 GB, and "
              + folder
              + " has "
              + (bytes >> 20)
              + " MB; give executors a path that all share");
    }
    List<String> names = new ArrayList<>();
    for (Path file : files) {
      context.addFile(file.toAbsolutePath().toString());
      names.add(file.getFileName().toString());
    }
    return names;
  }

  /** The source with its checkpoint on this machine. */
  static RunSource place(ExecutorSetup setup) throws IOException {
    if (setup.shipped().isEmpty()) {
      return setup.source();
    }
    // jars lie in the same folder, and a checkpoint's checksum covers its folder
    Path folder = Path.of(SparkFiles.getRootDirectory()).resolve("checkpoint-" + setup.run());
    Files.createDirectories(folder);
    for (String name : setup.shipped()) {
      try {
        Files.createLink(folder.resolve(name), Path.of(SparkFiles.get(name)));
      } catch (FileAlreadyExistsException e) {
        // an earlier attempt of this process placed it
        continue;
      }
    }
    return setup.source().withCheckpoint(folder);
  }
}
