package io.qcpruner.eval.run;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Any record file or manifest is read or refused; saved inputs run in a normal build. */
class RunFilesFuzzTest {

  @FuzzTest(maxDuration = "3m")
  void records(byte[] data) throws IOException {
    Path file = Files.createTempFile("fuzz", ".jsonl");
    try {
      Files.write(file, data);
      long whole = RecordStore.scan(file, record -> assertTrue(record.key().setting() != null));
      assertTrue(whole <= data.length);
    } catch (RunException expected) {
      assertTrue(expected.getMessage().startsWith(file.toString()), expected.getMessage());
    } finally {
      Files.delete(file);
    }
  }

  @FuzzTest(maxDuration = "3m")
  void manifest(byte[] data) throws IOException {
    Path folder = Files.createTempDirectory("fuzz");
    Path file = folder.resolve("manifest.json");
    try {
      Files.write(file, data);
      RunManifest manifest = RunManifest.read(folder);
      assertTrue(manifest.continuedBy(manifest).equals(manifest));
    } catch (RunException expected) {
      assertTrue(expected.getMessage().contains(file.toString()), expected.getMessage());
    } finally {
      Files.delete(file);
      Files.delete(folder);
    }
  }
}
