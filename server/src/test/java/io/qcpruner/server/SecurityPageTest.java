package io.qcpruner.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** docs/server-security.md names a test for every advisory and limit, and each of them exists. */
final class SecurityPageTest {
  private static final Path PAGE = Path.of("../docs/server-security.md");
  private static final Pattern TEST = Pattern.compile("`(\\w+Test)\\.(\\w+)`");

  @Test
  void everyAdvisoryHasItsRow() throws IOException {
    Set<Integer> rows = new TreeSet<>();
    Matcher row = Pattern.compile("(?m)^\\| A(\\d+) \\|").matcher(Files.readString(PAGE));
    while (row.find()) {
      rows.add(Integer.parseInt(row.group(1)));
    }
    assertEquals(22, rows.size(), rows.toString());
    assertEquals(22, rows.stream().mapToInt(i -> i).max().orElse(0));
  }

  @Test
  void everyRowNamesTestsThatExist() throws IOException {
    List<String> missing = new ArrayList<>();
    for (String line : Files.readAllLines(PAGE)) {
      boolean row = line.startsWith("| ") && !line.matches("\\| (advisory|threat|limit) .*");
      if (!row) {
        continue;
      }
      Matcher test = TEST.matcher(line);
      int named = 0;
      while (test.find()) {
        named++;
        if (!exists(test.group(1), test.group(2))) {
          missing.add(test.group());
        }
      }
      assertTrue(named > 0, "no test in: " + line);
    }
    assertEquals(List.of(), missing);
  }

  /** A test method of a class in any module, found in its source. */
  private static boolean exists(String type, String method) throws IOException {
    for (String module : List.of("server", "media", "cli", "model")) {
      try (Stream<Path> files = Files.walk(Path.of("..", module, "src/test/java"))) {
        Optional<Path> file =
            files.filter(f -> f.getFileName().toString().equals(type + ".java")).findFirst();
        if (file.isPresent()) {
          String text = Files.readString(file.get());
          int at = text.indexOf("void " + method + "(");
          String head = at < 0 ? "" : text.substring(0, at);
          String own = head.substring(Math.max(0, head.lastIndexOf("\n  }\n")));
          return own.contains("@Test") || own.contains("@ParameterizedTest");
        }
      }
    }
    return false;
  }
}
