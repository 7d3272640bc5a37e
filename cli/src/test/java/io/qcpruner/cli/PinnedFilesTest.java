package io.qcpruner.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The list of checksums, and that a build stops when a file differs from it. */
@Timeout(180)
final class PinnedFilesTest {
  private static final Path FOLDER = SourceTree.ROOT.resolve(".mvn");
  private static final Path LIST = FOLDER.resolve("checksums/checksums.sha256");

  /** Some plugin that every build has. */
  private static final String PLUGIN =
      "org/apache/maven/plugins/maven-enforcer-plugin/3.5.0/maven-enforcer-plugin-3.5.0.jar";

  @TempDir Path checkout;

  private static List<String> lines() throws IOException {
    return Files.readAllLines(LIST);
  }

  @Test
  void everyLineIsADigestAndAPath() throws IOException {
    Set<String> paths = new HashSet<>();
    for (String line : lines()) {
      assertTrue(line.matches("[0-9a-f]{64}  [\\w.+-]+(/[\\w.+-]+)+"), line);
      assertTrue(paths.add(line.substring(66)), "twice: " + line);
    }
  }

  @Test
  void everyLibraryOfTheProgramIsPinned() throws IOException {
    Set<String> paths = new HashSet<>(lines().stream().map(line -> line.substring(66)).toList());
    List<String> missing = new ArrayList<>();
    int libraries = 0;
    for (String entry :
        Files.readString(Path.of("target", "dependencies")).trim().split(File.pathSeparator)) {
      String path = entry.replace(File.separatorChar, '/');
      // our own modules are jars of their folders in a build that packages
      boolean ours = path.matches(".*/qcpruner-[^/]*\\.jar");
      if (path.endsWith(".jar") && !ours) {
        libraries++;
        // the path within any repository
        String found = path;
        while (!paths.contains(found) && found.indexOf('/') >= 0) {
          found = found.substring(found.indexOf('/') + 1);
        }
        if (!paths.contains(found)) {
          missing.add(path);
        }
      }
    }
    assertEquals(List.of(), missing);
    assertTrue(libraries > 20, "libraries: " + libraries);
  }

  @Test
  void anotherFileStopsTheBuild() throws Exception {
    assertEquals("", build(digest -> digest));
    String said = build(digest -> "0".repeat(64));
    assertTrue(said.contains(PLUGIN + " is not the file that is pinned"), said);
  }

  @Test
  void aFileWithoutAChecksumStopsTheBuild() throws Exception {
    String said = build(digest -> null);
    assertTrue(said.contains(PLUGIN + " is not pinned"), said);
  }

  private interface Change {
    String of(String digest);
  }

  /**
   * What Maven prints of the root with another checksum of one plugin; the list of plugins alone.
   */
  private String build(Change change) throws Exception {
    List<String> list = new ArrayList<>();
    for (String line : lines()) {
      String path = line.substring(66);
      String digest =
          path.equals(PLUGIN) ? change.of(line.substring(0, 64)) : line.substring(0, 64);
      if (digest != null && isPlugin(path)) {
        list.add(digest + "  " + path);
      }
    }
    Path mvn = Files.createDirectories(checkout.resolve(".mvn/checksums")).getParent();
    Files.writeString(mvn.resolve("pinned.bsh"), Files.readString(FOLDER.resolve("pinned.bsh")));
    Files.write(mvn.resolve("checksums/checksums.sha256"), list);
    Files.deleteIfExists(checkout.resolve("target/pinned"));
    List<String> command =
        new ArrayList<>(List.of("mvn", "-o", "-q", "-B", "-N", "-Dstyle.color=never", "validate"));
    command.addAll(List.of("-f", SourceTree.ROOT.resolve("pom.xml").toString()));
    String repository = System.getProperty("localRepository");
    if (repository != null) {
      command.add("-Dmaven.repo.local=" + repository);
    }
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("MAVEN_BASEDIR", checkout.toString());
    Process process = builder.start();
    String out = new String(process.getInputStream().readAllBytes());
    out = out.replaceAll("\u001b\\[[0-9;]*m", "").strip();
    assertEquals(out.isEmpty() ? 0 : 1, process.waitFor(), out);
    return out;
  }

  private static boolean isPlugin(String path) {
    return path.matches(".*/(maven-\\w+|\\w+-maven)-plugin/.*");
  }
}
