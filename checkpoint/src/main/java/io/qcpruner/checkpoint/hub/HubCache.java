package io.qcpruner.checkpoint.hub;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The folder of one model in the cache. The layout is that of the hub's own programs, so what they
 * downloaded is found: {@code blobs/} holds contents by checksum, {@code snapshots/COMMIT/} the
 * files of a revision as links to them, {@code refs/} the commit of each branch.
 */
final class HubCache {
  private final Path root;

  HubCache(Path cache, ModelId id) {
    root = cache.resolve("models--" + id.organisation() + "--" + id.name());
  }

  Path blob(String checksum) {
    return root.resolve("blobs").resolve(checksum);
  }

  Path snapshot(String commit) {
    return root.resolve("snapshots").resolve(commit);
  }

  /** Bytes of this model that are here already, finished or not. */
  long storedBytes() throws IOException {
    Path blobs = root.resolve("blobs");
    if (!Files.isDirectory(blobs)) {
      return 0;
    }
    try (Stream<Path> files = Files.list(blobs)) {
      return files.mapToLong(file -> file.toFile().length()).sum();
    }
  }

  /** The snapshot of a branch or commit that is here, complete or not. */
  Optional<Path> find(String revision) throws IOException {
    Path ref = root.resolve("refs").resolve(revision);
    String commit = Files.isRegularFile(ref) ? Files.readString(ref).strip() : revision;
    if (!commit.matches("[A-Za-z0-9._-]{1,100}")) {
      return Optional.empty();
    }
    Path snapshot = snapshot(commit);
    return Files.isDirectory(snapshot) ? Optional.of(snapshot) : Optional.empty();
  }

  void setRef(String revision, String commit) throws IOException {
    Path ref = root.resolve("refs").resolve(revision);
    Files.createDirectories(ref.getParent());
    Files.writeString(ref, commit);
  }

  /** Makes a blob appear under its file name; a copy where links are not allowed. */
  void link(String commit, String file, Path blob) throws IOException {
    Path link = snapshot(commit).resolve(file);
    Files.createDirectories(link.getParent());
    Path target = link.getParent().relativize(blob);
    Files.deleteIfExists(link);
    try {
      Files.createSymbolicLink(link, target);
    } catch (UnsupportedOperationException | FileAlreadyExistsException e) {
      Files.copy(blob, link, StandardCopyOption.REPLACE_EXISTING);
    }
  }
}
