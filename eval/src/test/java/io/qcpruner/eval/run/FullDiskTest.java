package io.qcpruner.eval.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Real processes whose writes fail in the middle, and folders that can't be written. */
class FullDiskTest {

  @TempDir Path folder;

  /** From the manifest on (about a kilobyte) through the records. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 7, 40})
  void whatWasRecordedStaysAndTheRestIsMadeUpFor(int kilobytes) throws Exception {
    Path run = folder.resolve("run");
    assertNotEquals(0, RunProcess.limited(run, kilobytes).waitFor());
    Path records = run.resolve("predictions.jsonl");
    long written = Files.exists(records) ? Files.size(records) : 0;
    assertTrue(written <= 1024L * kilobytes);
    // no half line is left, even before the next start
    assertEquals(written, Files.exists(records) ? RecordStore.scan(records, r -> {}) : 0);
    assertEquals(0, RunProcess.start(run, 0).waitFor());
    assertEquals(
        KillableRun.SAMPLES * KillableRun.SETTINGS.size(), Files.readAllLines(records).size());
    try (var files = Files.list(run)) {
      List<String> names = files.map(f -> f.getFileName().toString()).sorted().toList();
      assertEquals(
          List.of(
              ".manifest.json.lock",
              ".predictions.jsonl.lock",
              "manifest.json",
              "predictions.jsonl"),
          names);
    }
  }

  /** The kernel's own folders take no files, not even root's. */
  @Test
  void folderThatCannotBeWrittenIsNamed() {
    Path place = Path.of("/proc/self");
    IOException e = assertThrows(IOException.class, () -> KillableRun.run(place, 0));
    assertTrue(e.getMessage().contains("/proc/self"), e.getMessage());
  }
}
