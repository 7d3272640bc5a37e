package io.qcpruner.model.weights;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReadAheadTest {
  @TempDir Path folder;

  @Test
  void readsAtMostTheFile() throws IOException {
    Path file = Files.write(folder.resolve("weights"), new byte[3_000_000]);
    long read = new ReadAhead().read(file);
    assertTrue(read == 0 || read >= 3_000_000 && read <= 4_000_000, "read " + read);
  }

  @Test
  void readsNothingOnceClosed() throws IOException {
    Path file = Files.write(folder.resolve("weights"), new byte[3_000_000]);
    ReadAhead closed = new ReadAhead();
    closed.close();
    assertEquals(0, closed.read(file));
  }

  /** Whoever needs the weights reports the file. */
  @Test
  void aFileThatIsGoneIsNotItsConcern() {
    assertEquals(0, new ReadAhead().read(folder.resolve("missing")));
  }
}
