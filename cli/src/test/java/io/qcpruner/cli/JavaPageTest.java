package io.qcpruner.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Every piece of Java in the pages for programs is a part of a source file that is compiled and
 * run.
 */
class JavaPageTest {
  private static final Pattern PIECE = Pattern.compile("```java\\n(.*?)```", Pattern.DOTALL);

  @Test
  void everyPieceIsCompiled() throws IOException {
    List<String> sources = new ArrayList<>();
    for (String folder :
        List.of("examples/src/main/java", "examples/src/test/java", "server/src/test/java")) {
      try (Stream<Path> files = Files.walk(SourceTree.ROOT.resolve(folder))) {
        for (Path file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
          sources.add(plain(Files.readString(file)));
        }
      }
    }
    StringBuilder page = new StringBuilder();
    for (String name : List.of("java.md", "langchain4j.md", "spring.md")) {
      page.append(Files.readString(SourceTree.ROOT.resolve("docs").resolve(name)));
    }
    List<String> pieces = PIECE.matcher(page).results().map(m -> m.group(1)).toList();
    assertEquals(5, pieces.size());
    for (String piece : pieces) {
      assertTrue(
          sources.stream().anyMatch(s -> s.contains(plain(piece))), "in no source: " + piece);
    }
  }

  @Test
  void theVersionIsTheReactors() throws IOException {
    String version =
        Files.readString(SourceTree.ROOT.resolve("pom.xml"))
            .replaceFirst("(?s).*?<artifactId>qcpruner-parent</artifactId>\\s*<version>", "")
            .replaceFirst("(?s)<.*", "");
    for (String page : List.of("docs/java.md", "docs/write-your-own-method.md", "README.md")) {
      String text = Files.readString(SourceTree.ROOT.resolve(page));
      assertTrue(text.contains("<version>" + version + "</version>"), page + ": " + version);
    }
    assertTrue(
        Files.readString(SourceTree.ROOT.resolve("docs/install.md"))
            .contains("qcpruner-" + version + "-linux-x86_64"));
  }

  /** Without white space: a page may break lines elsewhere. */
  private static String plain(String code) {
    return code.replaceAll("\\s+", "");
  }
}
