package io.qcpruner.cli.doctor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ServerCheckTest {

  @Test
  void saysWhetherThePortIsTaken() throws Exception {
    int port;
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = taken.getLocalPort();
      Finding finding = ServerCheck.port(port);
      assertEquals("taken", finding.value());
      assertTrue(finding.advice().contains("--port"));
    }
    assertEquals("free", ServerCheck.port(port).value());
  }

  @Test
  void looksForProgramsOnThePath(@TempDir Path folder) throws Exception {
    String path = "/nowhere:" + folder;
    assertEquals("none", ServerCheck.program(path, "browser", "chromium").value());
    assertFalse(ServerCheck.program(path, "browser", "chromium").isFine());
    assertTrue(Files.createFile(folder.resolve("chromium")).toFile().setExecutable(true));
    assertTrue(ServerCheck.program(path, "browser", "x", "chromium").isFine());
  }
}
