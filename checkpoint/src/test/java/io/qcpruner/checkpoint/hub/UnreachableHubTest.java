package io.qcpruner.checkpoint.hub;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Without a network people read which host can't be reached, why, and where a copy was sought. */
class UnreachableHubTest {
  @TempDir Path cache;
  private final List<String> notes = new ArrayList<>();

  private String told(String endpoint) {
    DownloadProgress progress =
        new DownloadProgress() {
          @Override
          public void bytes(String file, long done, long total) {}

          @Override
          public void note(String text) {
            notes.add(text);
          }
        };
    Duration short1 = Duration.ofMillis(1);
    HubSettings settings =
        new HubSettings(URI.create(endpoint), cache, null, false, 5, short1, Duration.ofSeconds(1));
    Hub hub = new Hub(settings, progress);
    return assertThrows(UnreachableHubException.class, () -> hub.resolve("org/name")).getMessage();
  }

  @Test
  void aRefusedConnectionIsTriedTwice() throws IOException {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    String host = "127.0.0.1:" + port;
    assertEquals(
        "org/name is not in "
            + cache
            + ", and "
            + host
            + " can't be reached: the connection is"
            + " refused",
        told("http://user:secret@" + host));
    assertEquals(1, notes.size(), notes.toString());
    assertTrue(notes.get(0).contains(host), notes.toString());
  }

  @Test
  void anUnknownNameIsCalledSo() {
    String told = told("https://no-such-host.invalid");
    assertTrue(told.endsWith("no-such-host.invalid can't be reached: its name is not known here"));
  }
}
