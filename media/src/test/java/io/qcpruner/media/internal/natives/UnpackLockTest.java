package io.qcpruner.media.internal.natives;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
final class UnpackLockTest {
  @TempDir Path temp;

  /** A start that gave up after a minute mapped half a file. */
  @Test
  void waitsWithAMessageUntilTheOtherProcessHasFinished() throws Exception {
    Process other = process("holds");
    assertEquals('h', other.getInputStream().read());
    Process waits = process("waits");
    BufferedReader errors = waits.errorReader(StandardCharsets.UTF_8);
    String said = errors.readLine();
    while (said != null && !said.contains("waiting for another process")) {
      said = errors.readLine();
    }
    assertNotNull(said, "no message");
    assertTrue(said.contains(temp.resolve(UnpackLock.NAME).toString()), said);
    assertTrue(waits.isAlive());
    other.getOutputStream().close();
    assertEquals(0, other.waitFor());
    assertEquals('h', waits.getInputStream().read());
    waits.getOutputStream().close();
    assertEquals(0, waits.waitFor());
  }

  private Process process(String name) throws IOException {
    Path folder = Files.isDirectory(temp) ? temp : Files.createDirectory(temp);
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
            Holds.class.getName(),
            folder.toString(),
            name)
        .start();
  }

  /** Takes the lock, says so, and keeps it until its input ends. */
  static final class Holds {
    private Holds() {}

    public static void main(String[] args) throws IOException {
      UnpackLock lock = UnpackLock.take(Path.of(args[0]), Duration.ofMillis(10));
      System.out.print("h");
      System.out.flush();
      System.in.readAllBytes();
      lock.close();
    }
  }
}
