package io.qcpruner.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Programs that start together where no native library was unpacked yet. */
@Timeout(120)
class FirstStartTest {

  private static final long HALF_A_LIBRARY = 50 << 20;

  @TempDir Path folder;

  /** Without a lock about two of three rounds end in SIGBUS or a missing library. */
  @RepeatedTest(2)
  void processesUnpackOneAfterTheOther() throws Exception {
    List<Process> processes = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      processes.add(start(folder.resolve("out" + i)));
    }
    for (int i = 0; i < processes.size(); i++) {
      assertEquals("0 threads 1", end(processes.get(i), folder.resolve("out" + i)));
    }
  }

  /** Half a library stayed behind, and every later start ended in SIGBUS. */
  @Test
  void killedWhileUnpacking() throws Exception {
    Process killed = start(folder.resolve("killed"));
    while (unpackedBytes("libtorch_cpu.so") < HALF_A_LIBRARY) {
      assertTrue(killed.isAlive(), "nothing to kill");
      Thread.sleep(1);
    }
    killed.destroyForcibly().waitFor();
    Path out = folder.resolve("out");
    assertEquals("0 threads 1", end(start(out), out));
  }

  /** The exit code and the last line: messages about waiting and damaged files come before it. */
  private static String end(Process process, Path out) throws Exception {
    int code = process.waitFor();
    List<String> lines = Files.readAllLines(out);
    return code + " " + (lines.isEmpty() ? "" : lines.get(lines.size() - 1));
  }

  private long unpackedBytes(String name) throws IOException {
    Path cache = folder.resolve("cache");
    if (!Files.exists(cache)) {
      return 0;
    }
    try (Stream<Path> files = Files.walk(cache)) {
      return files.filter(p -> p.endsWith(name)).mapToLong(p -> p.toFile().length()).sum();
    }
  }

  private Process start(Path out) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Dorg.bytedeco.javacpp.cachedir=" + folder.resolve("cache"),
            "-Dorg.bytedeco.openblas.load=mkl_rt",
            "-XX:ErrorFile=" + folder.resolve("crash"),
            "-cp",
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
            Starts.class.getName())
        .redirectErrorStream(true)
        .redirectOutput(out.toFile())
        .start();
  }

  /** What every command does first. */
  static final class Starts {
    private Starts() {}

    public static void main(String[] args) {
      Engine.useThreads(1);
      System.out.println("threads " + Engine.threads());
    }
  }
}
