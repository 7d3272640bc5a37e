package io.qcpruner.cli.doctor;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** What {@code serve} and the tests of its page need. */
final class ServerCheck {
  private static final int PORT = 8080;

  private ServerCheck() {}

  static List<Finding> findings() {
    String path = String.valueOf(System.getenv("PATH"));
    return List.of(
        port(PORT),
        program(path, "browser", "chromium", "chromium-browser", "google-chrome"),
        program(path, "browser driver", "chromedriver"));
  }

  static Finding port(int port) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return Finding.fine("server", "port " + port, "free");
    } catch (IOException e) {
      return new Finding(
          "server", "port " + port, "taken", "give serve another one with --port, or 0 for any");
    }
  }

  static Finding program(String path, String what, String... names) {
    for (String name : names) {
      boolean there =
          Stream.of(path.split(java.io.File.pathSeparator))
              .anyMatch(folder -> Files.isExecutable(Path.of(folder, name)));
      if (there) {
        return Finding.fine("server", what, name);
      }
    }
    return new Finding(
        "server",
        what,
        "none",
        "only the tests of the web page need it; Debian has chromium and chromium-driver");
  }
}
