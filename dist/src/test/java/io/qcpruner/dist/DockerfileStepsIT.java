package io.qcpruner.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the Dockerfile does, in a plain folder instead of an image: its commands are taken from it,
 * with {@code /opt/qcpruner}, {@code /cache} and the port replaced.
 */
class DockerfileStepsIT {
  private static final Pattern VARIABLE = Pattern.compile("(\\w+)=(\"[^\"]*\"|\\S+)");

  @TempDir Path temp;
  private List<String> lines;
  private Path home;
  private Path cache;
  private int port;

  @BeforeEach
  void read() throws IOException {
    String text = Files.readString(Path.of("..", "Dockerfile")).replace("\\\n", " ");
    lines = text.lines().filter(line -> !line.startsWith("#") && !line.isBlank()).toList();
    home = Files.createDirectories(temp.resolve("opt"));
    cache = Files.createDirectories(temp.resolve("cache"));
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
  }

  @Test
  void unpacksServesAndIsHealthy() throws Exception {
    int unpacked = 0;
    for (String command : instruction("RUN", "tar -xzf").split("&&")) {
      // users and links of the system stay as they are
      if (command.contains("tar ") || command.contains("mkdir ")) {
        assertEquals(0, shell(here(command)), command);
        unpacked++;
      }
    }
    assertEquals(2, unpacked);
    ProcessBuilder serve = new ProcessBuilder(words());
    Map<String, String> environment = serve.environment();
    environment.keySet().removeAll(List.of("QCPRUNER_CACHE", "XDG_CACHE_HOME"));
    Matcher variables = VARIABLE.matcher(instruction("ENV", "HOME="));
    while (variables.find()) {
      environment.put(variables.group(1), here(variables.group(2).replace("\"", "")));
    }
    environment.putIfAbsent("JAVA_HOME", System.getProperty("java.home"));
    Process server =
        serve.directory(cache.toFile()).redirectError(temp.resolve("err").toFile()).start();
    try (BufferedReader out = server.inputReader()) {
      assertNotNull(out.readLine(), () -> "no address: " + errors());
      assertEquals("ready", out.readLine(), errors());
      String health = instruction("HEALTHCHECK", "CMD").replaceFirst(".* CMD ", "");
      assertEquals(0, shell(here(health)), health);
      Path natives = cache.resolve(".cache/qcpruner/natives");
      assertTrue(Files.isDirectory(natives), "native libraries are in the volume");
    } finally {
      server.destroy();
      server.waitFor();
    }
    String health = instruction("HEALTHCHECK", "CMD").replaceFirst(".* CMD ", "");
    assertFalse(shell(here(health)) == 0, "a server that is gone is not healthy");
  }

  @Test
  void runsWithoutRightsOnASlimBase() {
    assertTrue(instruction("FROM", "").contains("-slim"));
    int user = lines.indexOf(instruction("USER", ""));
    assertTrue(user > lines.indexOf(instruction("RUN", "tar -xzf")));
    assertTrue(user < lines.indexOf(instruction("ENTRYPOINT", "")));
    assertEquals("USER qcpruner", lines.get(user));
  }

  private String instruction(String name, String with) {
    return lines.stream()
        .filter(line -> line.startsWith(name + " ") && line.contains(with))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no " + name + " with " + with));
  }

  /** ENTRYPOINT and CMD; only loopback is listened on here. */
  private List<String> words() {
    List<String> words = new ArrayList<>(List.of(home.resolve("bin/qcpruner").toString()));
    String[] given = instruction("CMD", "").replaceAll("^CMD \\[|[\\]\"]", "").split(", ");
    Arrays.stream(given)
        .map(word -> here(word).replace("0.0.0.0", "127.0.0.1"))
        .forEach(words::add);
    return words;
  }

  private String here(String text) {
    return text.replaceFirst("^RUN ", "")
        .replace("/tmp/qcpruner.tar.gz", System.getProperty("dist.archive"))
        .replace("/opt/qcpruner", home.toString())
        .replace("/cache", cache.toString())
        .replace("8080", String.valueOf(port));
  }

  private int shell(String command) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder("sh", "-c", command)
            .redirectErrorStream(true)
            .redirectOutput(temp.resolve("shell").toFile())
            .start();
    return process.waitFor();
  }

  private String errors() {
    try {
      return Files.readString(temp.resolve("err"));
    } catch (IOException e) {
      return e.getMessage();
    }
  }
}
