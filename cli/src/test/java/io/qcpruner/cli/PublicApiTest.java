package io.qcpruner.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is promised to programs outside of this project is what the files in docs/api list. */
class PublicApiTest {
  private static final Path FOLDER = SourceTree.ROOT.resolve("docs/api");

  private static final String RENEW =
      "the promised API changed. If that is meant, see CONTRIBUTING.md (deprecation) and renew the"
          + " listing: mvn -q -pl cli -am test -Dtest=PublicApiTest -Dapi.write"
          + " -Dsurefire.failIfNoSpecifiedTests=false";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "core",
        "media",
        "checkpoint",
        "kernels",
        "text",
        "model",
        "pocket",
        "langchain4j"
      })
  void theListingIsTheApi(String module) throws IOException {
    String actual = new ApiListing(promised(), module).text();
    Path file = FOLDER.resolve(module + ".txt");
    if (System.getProperty("api.write") != null) {
      Files.writeString(file, actual);
    }
    assertEquals(Files.readString(file), actual, RENEW);
  }

  /** A line of the list that names nothing would promise what does not exist. */
  @Test
  void everyPromiseNamesSomething() throws IOException {
    Set<String> named = new TreeSet<>();
    for (String module :
        List.of(
            "core", "media", "checkpoint", "kernels", "text", "model", "pocket", "langchain4j")) {
      for (Class<?> type : ApiListing.publicTypes(module)) {
        named.add(type.getPackageName() + ".*");
        named.add(type.getCanonicalName());
      }
    }
    Set<String> empty = promised();
    empty.removeAll(named);
    assertEquals(Set.of(), empty);
  }

  @Test
  void nothingInternalIsPromised() throws IOException {
    for (String line : promised()) {
      assertFalse(line.contains(".internal."), line);
    }
  }

  private static Set<String> promised() throws IOException {
    Set<String> lines = new TreeSet<>();
    for (String line : Files.readAllLines(FOLDER.resolve("promised.txt"))) {
      if (!line.isBlank() && !line.startsWith("#")) {
        lines.add(line.strip());
      }
    }
    return lines;
  }
}
