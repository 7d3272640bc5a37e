package io.qcpruner.cli.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The log as an operator sees it. */
@Timeout(120)
final class ServeLogTest {
  @TempDir private Path folder;

  /** In a process of its own: there the first request comes after collections of the heap. */
  @Test
  void requestsAreLogged() throws Exception {
    Path log = folder.resolve("log");
    Process process =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Xmn8m",
                    "-cp",
                    System.getProperty("java.class.path"),
                    "io.qcpruner.cli.Main",
                    "serve",
                    "--model",
                    "embedded",
                    "--port",
                    "0"))
            .redirectError(log.toFile())
            .start();
    try (BufferedReader out = process.inputReader()) {
      URI origin = URI.create(out.readLine().split(" ", 2)[0]);
      assertEquals("ready", out.readLine());
      HttpRequest request = HttpRequest.newBuilder(origin.resolve("/nothing")).build();
      assertEquals(
          404, HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).statusCode());
      process.destroy();
      assertTrue(process.waitFor(60, TimeUnit.SECONDS));
    } finally {
      process.destroyForcibly();
    }
    assertTrue(lines(log).contains(" GET 404 route_not_found "), lines(log));
  }

  private static String lines(Path log) throws IOException {
    return Files.readString(log);
  }
}
