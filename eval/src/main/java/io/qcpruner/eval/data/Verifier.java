package io.qcpruner.eval.data;

import io.qcpruner.eval.data.DataManifest.Entry;
import io.qcpruner.json.Sha256;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Checks every entry of a data root without running anything: files, digests, rows, media. */
public final class Verifier {

  private Verifier() {}

  /** Reads an entry as its task would; gives the number of samples and their first medium. */
  public interface Loader {
    Loaded load(Entry entry) throws IOException;
  }

  /** What a loader found. */
  public record Loaded(int samples, Media first) {}

  /**
   * One line of the result.
   *
   * @param state ok, absent or broken
   */
  public record Finding(String entry, String state, String detail) {}

  public static List<Finding> verify(DataRoot root, Loader loader) {
    List<Finding> findings = new ArrayList<>();
    for (Entry entry : root.entries()) {
      findings.add(check(root, entry, loader));
    }
    return findings;
  }

  private static Finding check(DataRoot root, Entry entry, Loader loader) {
    try {
      List<Path> files = root.files(entry);
      if (files.isEmpty()) {
        return new Finding(entry.id(), "absent", String.join(", ", entry.files()));
      }
      Optional<String> digest = wrongDigest(root, entry);
      if (digest.isPresent()) {
        return new Finding(entry.id(), "broken", digest.get());
      }
      Loaded loaded = loader.load(entry);
      loaded.first().probe();
      return new Finding(
          entry.id(), "ok", loaded.samples() + " samples in " + files.size() + " files");
    } catch (IOException | IllegalArgumentException e) {
      return new Finding(entry.id(), "broken", e.getMessage());
    }
  }

  private static Optional<String> wrongDigest(DataRoot root, Entry entry) throws IOException {
    for (Map.Entry<String, String> expected : entry.sha256().entrySet()) {
      Path file = Globs.inside(root.root(), expected.getKey());
      String actual = Sha256.hex(file);
      if (!actual.equalsIgnoreCase(expected.getValue())) {
        return Optional.of(expected.getKey() + " has SHA-256 " + actual);
      }
    }
    return Optional.empty();
  }
}
