package io.qcpruner.eval.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real processes that want to write one run folder at the same time. */
class TwoWritersTest {

  private static final int WRITERS = 3;

  @Test
  void oneProcessWritesAndTheOthersAreRefused(@TempDir Path folder) throws Exception {
    Files.createDirectories(folder);
    List<Process> writers = new ArrayList<>();
    for (int i = 0; i < WRITERS; i++) {
      // slow enough that all of them are at work together
      writers.add(RunProcess.start(folder, 20));
    }
    int succeeded = 0;
    for (Process writer : writers) {
      succeeded += writer.waitFor() == 0 ? 1 : 0;
    }
    assertEquals(1, succeeded, "processes that wrote");
    List<RunRecord.Key> keys = new ArrayList<>();
    RecordStore.scan(folder.resolve("predictions.jsonl"), record -> keys.add(record.key()));
    assertEquals(KillableRun.SAMPLES * KillableRun.SETTINGS.size(), keys.size());
    assertEquals(keys.size(), new HashSet<>(keys).size());
    assertTrue(RunManifest.exists(folder));
  }
}
