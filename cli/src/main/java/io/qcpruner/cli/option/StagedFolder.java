package io.qcpruner.cli.option;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A folder of results that appears only when all of it is written. Files are written to a temporary
 * folder beside the target; a command that fails or is stopped leaves the target as it was.
 */
public final class StagedFolder implements AutoCloseable {

  private final Path target;
  private final Path stage;

  public StagedFolder(Path target) throws IOException {
    requireFolder(target);
    this.target = target.toAbsolutePath().normalize();
    Files.createDirectories(this.target.getParent());
    this.stage =
        Files.createTempDirectory(this.target.getParent(), "." + this.target.getFileName() + "-");
  }

  /** Refuses places where no folder can be put, before the work that makes its content. */
  public static void requireFolder(Path target) throws IOException {
    if (target.toString().isEmpty() || target.toAbsolutePath().normalize().getFileName() == null) {
      throw new IOException("\"" + target + "\" is not a folder name");
    }
    if (Files.exists(target) && !Files.isDirectory(target)) {
      throw new IOException(target + " is a file, not a folder");
    }
  }

  /** Where to write. */
  public Path folder() {
    return stage;
  }

  /** A failure to write, told of the folder that was asked for. */
  public IOException inTarget(IOException failure) {
    String said = String.valueOf(failure.getMessage());
    return said.contains(stage.toString())
        ? new IOException(said.replace(stage.toString(), target.toString()), failure)
        : failure;
  }

  /** Puts everything in place; files of an existing folder that were not written again stay. */
  public void publish() throws IOException {
    if (!Files.exists(target)) {
      Files.createDirectories(target);
    }
    for (Path file : files()) {
      Path place = target.resolve(stage.relativize(file).toString());
      Files.createDirectories(place.getParent());
      Files.move(file, place, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  /** Puts the folder in place in one step; the target must not exist, or be empty. */
  public void publishWhole() throws IOException {
    Files.createDirectories(target);
    if (Files.getFileStore(target).supportsFileAttributeView(PosixFileAttributeView.class)) {
      // temporary folders are for their owner alone
      Files.setPosixFilePermissions(stage, Files.getPosixFilePermissions(target));
    }
    Files.delete(target);
    Files.move(stage, target, StandardCopyOption.ATOMIC_MOVE);
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> found = Files.walk(stage)) {
      return found.filter(Files::isRegularFile).sorted().toList();
    }
  }

  /** Deletes what was not published. */
  @Override
  public void close() throws IOException {
    if (!Files.exists(stage)) {
      return; // it is the target now
    }
    List<Path> all;
    try (Stream<Path> found = Files.walk(stage)) {
      all = found.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path path : all) {
      Files.deleteIfExists(path);
    }
  }
}
