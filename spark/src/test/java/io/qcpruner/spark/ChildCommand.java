package io.qcpruner.spark;

import io.qcpruner.cli.Main;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The command line as a process of its own, as the launcher starts it. */
final class ChildCommand implements AutoCloseable {

  private static final List<String> OPENED =
      List.of(
          "java.lang",
          "java.lang.invoke",
          "java.io",
          "java.net",
          "java.nio",
          "java.util",
          "java.util.concurrent",
          "sun.nio.ch",
          "sun.nio.cs",
          "sun.util.calendar");

  private final Process process;
  private final Path log;

  private ChildCommand(Process process, Path log) {
    this.process = process;
    this.log = log;
  }

  static ChildCommand start(Path log, List<String> jvm, List<String> arguments) throws IOException {
    return start(log, jvm, Main.class.getName(), arguments);
  }

  static ChildCommand start(Path log, List<String> jvm, String main, List<String> arguments)
      throws IOException {
    return start(log, jvm, TestCluster.classPath(), main, arguments);
  }

  static ChildCommand start(
      Path log, List<String> jvm, String classPath, String main, List<String> arguments)
      throws IOException {
    // a program that starts the JVM, or options of the JVM
    boolean starter = !jvm.isEmpty() && !jvm.get(0).startsWith("-");
    List<String> command = new ArrayList<>(starter ? jvm : List.of());
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("--add-modules", "jdk.incubator.vector"));
    OPENED.forEach(name -> command.add("--add-opens=java.base/" + name + "=ALL-UNNAMED"));
    command.addAll(starter ? List.of() : jvm);
    command.addAll(List.of("-cp", classPath, main));
    command.addAll(arguments);
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    return new ChildCommand(process, log);
  }

  Process process() {
    return process;
  }

  /** The exit code, and everything it printed if it does not end. */
  int await() throws Exception {
    if (!process.waitFor(500, TimeUnit.SECONDS)) {
      throw new IllegalStateException("does not end: " + said());
    }
    return process.exitValue();
  }

  /** Waits until a run folder has so many answers. */
  void awaitRecords(Path run, int count) throws Exception {
    Path file = run.resolve("predictions.jsonl");
    while (!Files.exists(file) || Files.readAllLines(file).size() < count) {
      if (!process.isAlive()) {
        throw new IllegalStateException("ended too early: " + said());
      }
      Thread.sleep(20);
    }
  }

  String said() throws IOException {
    return Files.readString(log);
  }

  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
    process.onExit().join();
  }
}
