package io.qcpruner.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The archive's launcher in a folder laid out like the archive, with a stand-in for Java that
 * prints its arguments. The whole archive is tested by {@code mvn -Pdist verify}.
 */
final class ArchiveLauncherTest {
  private static final String JAVA =
      """
      #!/bin/sh
      if [ "$1" = -version ]; then echo 'openjdk version "21.0.2"' >&2; exit 0; fi
      if [ "$1" = --list-modules ]; then echo java.base@21; exit 0; fi
      echo "$0"
      for argument in "$@"; do echo "[$argument]"; done
      exit 5
      """;

  @TempDir Path temp;
  private Path archive;

  @BeforeEach
  void unpack() throws IOException {
    archive = Files.createDirectories(temp.resolve("a folder (with spaces)"));
    LaunchFolder.copyTo(archive.resolve("launch"));
    Files.createDirectories(archive.resolve("bin"));
    Files.move(archive.resolve("launch/qcpruner"), archive.resolve("bin/qcpruner"));
    Files.createDirectories(archive.resolve("lib"));
    Files.writeString(archive.resolve("lib/b.jar"), "");
    Files.writeString(archive.resolve("lib/a.jar"), "");
  }

  @Test
  void theBundledRuntimeComesFirst() throws Exception {
    java(archive.resolve("runtime"));
    List<String> out = run(java(temp.resolve("other")), "ask", "two words", "");
    assertEquals(archive.resolve("runtime/bin/java").toString(), out.get(0));
    String libraries =
        archive.resolve("lib/a.jar") + ":" + archive.resolve("lib/b.jar") + ":/x/my method.jar";
    assertEquals(
        List.of(
            "[-cp]", "[" + libraries + "]", "[io.qcpruner.cli.Main]", "[ask]", "[two words]", "[]"),
        out.subList(out.indexOf("[-cp]"), out.size()));
    assertEquals("[@" + archive.resolve("launch/options/always") + "]", out.get(1));
  }

  @Test
  void withoutOneItTakesJavaHome() throws Exception {
    Path other = java(temp.resolve("other"));
    assertEquals(other.resolve("bin/java").toString(), run(other).get(0));
  }

  @Test
  void itCanBeLinkedFromElsewhere() throws Exception {
    Path link = Files.createSymbolicLink(temp.resolve("qcpruner"), archive.resolve("bin/qcpruner"));
    assertTrue(start(link, java(temp.resolve("other"))).contains("[-cp]"));
  }

  @Test
  void cudaLibrariesAreLookedForInAGpuBuildAlone() throws Exception {
    Path other = java(temp.resolve("other"));
    String none = "[-Dorg.bytedeco.javacpp.platform.extension=]";
    assertTrue(run(other).contains(none));
    Files.writeString(archive.resolve("lib/pytorch-2.10.0-linux-x86_64-gpu.jar"), "");
    assertFalse(run(other).contains(none));
  }

  /** Never run here: no Windows was at hand. What can be held is that both read the same files. */
  @Test
  void theWindowsLauncherReadsTheSameOptions() throws IOException {
    String script = Files.readString(LaunchFolder.SOURCE.resolve("qcpruner.cmd"));
    try (Stream<Path> options = Files.list(LaunchFolder.SOURCE.resolve("options"))) {
      for (String name : options.map(file -> file.getFileName().toString()).toList()) {
        boolean named =
            script.contains("%OPTIONS_DIR%\\" + name.replaceFirst("^java\\d+$", "java"));
        assertTrue(named || name.startsWith("Linux-"), name);
      }
    }
  }

  /** A stand-in for Java 21 without the vector module. */
  private static Path java(Path home) throws IOException {
    Path java = home.resolve("bin/java");
    Files.createDirectories(java.getParent());
    Files.writeString(java, JAVA);
    assertTrue(java.toFile().setExecutable(true));
    return home;
  }

  private List<String> run(Path javaHome, String... arguments) throws Exception {
    return start(archive.resolve("bin/qcpruner"), javaHome, arguments);
  }

  private List<String> start(Path launcher, Path javaHome, String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of("bash", launcher.toString()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).directory(temp.toFile());
    Map<String, String> environment = builder.environment();
    environment.remove("HOME");
    environment.remove("QCPRUNER_JAVA_OPTS");
    environment.put("QCPRUNER_CLASSPATH", "/x/my method.jar");
    environment.put("JAVA_HOME", javaHome.toString());
    Process process = builder.redirectErrorStream(true).start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(5, process.waitFor(), out);
    return out.lines().toList();
  }
}
