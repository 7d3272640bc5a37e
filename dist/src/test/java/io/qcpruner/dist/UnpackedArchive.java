package io.qcpruner.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The archive in an empty folder with spaces in its path, started from another directory by a user
 * without Maven, without a home folder, with the commands on the path that every system has.
 */
final class UnpackedArchive {
  /** What the launcher may call; there is no Maven among it. */
  private static final List<String> PROGRAMS =
      List.of("bash", "env", "dirname", "readlink", "uname", "cat", "sed", "head", "tr");

  private static final long LONGEST_MINUTES = 5;

  /** What a program printed, and how it ended. */
  record Result(int exit, String out, String err) {}

  private final Path home;
  private final Path elsewhere;
  private final Path path;

  private UnpackedArchive(Path home, Path elsewhere, Path path) {
    this.home = home;
    this.elsewhere = elsewhere;
    this.path = path;
  }

  static UnpackedArchive in(Path temp) throws IOException, InterruptedException {
    Path archive = Path.of(System.getProperty("dist.archive"));
    Path target = Files.createDirectories(temp.resolve("a folder (of my own)"));
    String unpack = archive.toString().endsWith(".zip") ? "unzip -q" : "tar -xzf";
    Process process =
        new ProcessBuilder("sh", "-c", unpack + " \"$0\"", archive.toString())
            .directory(target.toFile())
            .inheritIO()
            .start();
    assertEquals(0, process.waitFor(), "unpacking " + archive);
    Path path = Files.createDirectories(temp.resolve("bin"));
    for (String program : PROGRAMS) {
      Files.createSymbolicLink(path.resolve(program), found(program));
    }
    try (Stream<Path> folders = Files.list(target)) {
      List<Path> all = folders.toList();
      assertEquals(1, all.size(), "one folder in the archive: " + all);
      return new UnpackedArchive(
          all.get(0), Files.createDirectories(temp.resolve("elsewhere")), path);
    }
  }

  private static Path found(String program) {
    return Stream.of(System.getenv("PATH").split(":"))
        .map(folder -> Path.of(folder, program))
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow(() -> new AssertionError(program + " is not on this machine"));
  }

  Path file(String name) {
    return home.resolve(name);
  }

  Path workingDirectory() {
    return elsewhere;
  }

  boolean hasRuntime() {
    return Files.exists(home.resolve("runtime/bin/java"));
  }

  /** The program of the folder {@code bin}. */
  ProcessBuilder command(String... arguments) {
    return command(home.resolve("bin/qcpruner"), arguments);
  }

  private ProcessBuilder command(Path program, String... arguments) {
    List<String> words = new ArrayList<>(List.of(program.toString()));
    words.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(words).directory(elsewhere.toFile());
    Map<String, String> environment = builder.environment();
    environment.clear();
    environment.put("PATH", path.toString());
    if (!hasRuntime()) {
      environment.put("JAVA_HOME", System.getProperty("java.home"));
    }
    // Java asks the system, not HOME
    environment.put("QCPRUNER_JAVA_OPTS", "-Duser.home=/nonexistent/home");
    return builder;
  }

  /** Runs the program as the pages call it, {@code ./qcpruner}. */
  Result run(String... arguments) throws IOException, InterruptedException {
    Path out = Files.createTempFile(elsewhere.getParent(), "out", ".txt");
    Path err = Files.createTempFile(elsewhere.getParent(), "err", ".txt");
    Process process =
        command(home.resolve("qcpruner"), arguments)
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    boolean ended = process.waitFor(LONGEST_MINUTES, TimeUnit.MINUTES);
    if (!ended) {
      process.destroyForcibly().waitFor();
    }
    String errors = Files.readString(err);
    assertTrue(ended, String.join(" ", arguments) + " did not end: " + errors);
    return new Result(process.exitValue(), Files.readString(out), errors);
  }
}
