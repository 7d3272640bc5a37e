package io.qcpruner.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.eval.run.RunJson;
import io.qcpruner.eval.run.RunRecord;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Drivers that are told to end, or that can't write. */
@Timeout(600)
class InterruptionTest {

  private static final int CTRL_C = 130;

  @TempDir Path folder;

  private ChildCommand start(Path run, List<String> before) throws Exception {
    return ChildCommand.start(
        folder.resolve("log"),
        before,
        SparkRunMain.class.getName(),
        List.of("local[2]", run.toString(), TestCluster.install()));
  }

  @Test
  void ctrlCLeavesWholeLines() throws Exception {
    Path run = folder.resolve("run");
    // tests that run in the background ignore the signal, and their children would too
    try (ChildCommand child = start(run, List.of("env", "--default-signal=INT"))) {
      child.awaitRecords(run, 10);
      new ProcessBuilder("kill", "-INT", Long.toString(child.process().pid())).start().waitFor();
      assertEquals(CTRL_C, child.await(), child.said());
      assertTrue(child.said().contains("interrupted; continue with --resume"), child.said());
    }
    String file = Files.readString(run.resolve("predictions.jsonl"));
    assertTrue(file.endsWith("\n"), "a torn line");
    List<String> lines = file.lines().toList();
    assertTrue(lines.size() >= 10 && lines.size() < 120, lines.size() + " answers");
    for (String line : lines) {
      RunJson.MAPPER.readValue(line, RunRecord.class);
    }
  }

  @Test
  void fullDiskStopsTheRunAndLosesNothing() throws Exception {
    Path run = folder.resolve("run");
    // no file of the process may grow beyond 20 blocks of 1024 bytes
    List<String> limited = List.of("bash", "-c", "ulimit -f 20; exec \"$0\" \"$@\"");
    try (ChildCommand child = start(run, limited)) {
      assertEquals(1, child.await(), child.said());
      assertTrue(child.said().contains("record could not be written"), child.said());
      List<String> lines = Files.readAllLines(run.resolve("predictions.jsonl"));
      assertTrue(child.said().contains(lines.size() + " records are safe"), child.said());
      assertTrue(!lines.isEmpty() && lines.size() < 120, lines.size() + " answers");
    }
  }
}
