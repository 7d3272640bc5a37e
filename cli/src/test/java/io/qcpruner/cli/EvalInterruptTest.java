package io.qcpruner.cli;

import static io.qcpruner.testkit.Await.until;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ctrl-C during eval, with a real process and a real signal. */
class EvalInterruptTest {
  @TempDir Path folder;

  @Test
  void saysHowToGoOnAndTheCommandWorks() throws Exception {
    Path run = folder.resolve("a run");
    List<String> words =
        List.of(
            "eval",
            "--model",
            "embedded",
            "--tasks",
            "pocket-color",
            "--limit",
            "12",
            "--methods",
            "full,qcpruner",
            "--budgets",
            "32",
            "--out",
            run.toString());
    Path log = folder.resolve("log");
    Process process = start(log, words);
    try {
      until("two answers", () -> records(run) >= 2 || !process.isAlive());
      assertTrue(process.isAlive(), () -> "ended too early: " + read(log));
      new ProcessBuilder("kill", "-INT", String.valueOf(process.pid())).start().waitFor();
      assertTrue(process.waitFor(60, TimeUnit.SECONDS), "did not end");
    } finally {
      process.destroyForcibly();
    }
    assertEquals(ResumeHint.INTERRUPTED, process.exitValue(), read(log));
    List<String> again = new ArrayList<>(words);
    again.add("--resume");
    String command = ResumeHint.command(words);
    assertTrue(read(log).contains("  " + command), read(log));
    assertTrue(command.endsWith("--out '" + run + "' --resume"), command);
    long kept = records(run);
    assertTrue(kept < 24, "it was stopped in the middle");

    Process second = start(folder.resolve("second"), again);
    assertTrue(second.waitFor(120, TimeUnit.SECONDS), "did not end");
    assertEquals(0, second.exitValue(), read(folder.resolve("second")));
    assertEquals(24, records(run));
    String said = read(folder.resolve("second"));
    assertTrue(said.contains("\n" + (24 - kept) + " answers in "), said);
  }

  @Test
  void theCommandIsQuotedForAShell() {
    assertEquals(
        "qcpruner eval --out 'it'\\''s here' --budgets '32%|' --resume",
        ResumeHint.command(List.of("eval", "--out", "it's here", "--budgets", "32%|")));
    assertEquals("qcpruner eval --resume", ResumeHint.command(List.of("eval", "--resume")));
  }

  private static Process start(Path log, List<String> words) throws IOException {
    String libraries = Files.readString(Path.of("target/dependencies"));
    // a build in the background of a shell has the signal ignored, and its children would inherit
    // that
    List<String> command = new ArrayList<>(List.of("env", "--default-signal=INT"));
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("--add-modules", "jdk.incubator.vector"));
    command.addAll(List.of("-Dorg.bytedeco.openblas.load=mkl_rt", "-cp"));
    command.add(Path.of("target/classes").toAbsolutePath() + ":" + libraries);
    command.add(Main.class.getName());
    command.addAll(words);
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(log.toFile())
        .start();
  }

  private static long records(Path run) throws IOException {
    Path file = run.resolve("predictions.jsonl");
    if (!Files.exists(file)) {
      return 0;
    }
    try (Stream<String> lines = Files.lines(file)) {
      return lines.count();
    }
  }

  private static String read(Path log) {
    try {
      return Files.readString(log);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
