package io.qcpruner.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is promised to programs outside of this project is what the files in docs/api list. */
class PublicApiTest {
  private static final Path FOLDER = SourceTree.ROOT.resolve("docs/api");

  private static final List<String> MODULES =
      List.of("core", "media", "checkpoint", "kernels", "text", "model", "pocket", "langchain4j");

  private static final int MAX_VALUES = 6;

  /** What the library hands out, or makes from the facts of a model. */
  private static final Set<String> NOT_MADE_BY_CALLERS =
      Set.of(
          "io.qcpruner.model.Reply",
          "io.qcpruner.core.prune.PruneTrace",
          "io.qcpruner.core.method.VScan.Parameters");

  private static final String RENEW =
      "the promised API changed. If that is meant, see CONTRIBUTING.md (deprecation) and renew the"
          + " listing: mvn -q -pl cli -am test -Dtest=PublicApiTest -Dapi.write"
          + " -Dsurefire.failIfNoSpecifiedTests=false";

  static List<String> modules() {
    return MODULES;
  }

  @ParameterizedTest
  @MethodSource("modules")
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
    for (String module : MODULES) {
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

  /** Nobody counts ten values of a constructor: a default or a factory is there to start from. */
  @Test
  void longRecordsHaveAShortWay() throws IOException {
    Set<String> without = new TreeSet<>();
    for (String module : MODULES) {
      ApiListing listing = new ApiListing(promised(), module);
      for (Class<?> type : ApiListing.publicTypes(module)) {
        boolean isLong = type.isRecord() && type.getRecordComponents().length > MAX_VALUES;
        if (isLong && listing.isPromised(type) && !hasShortWay(type)) {
          without.add(type.getCanonicalName());
        }
      }
    }
    without.removeAll(NOT_MADE_BY_CALLERS);
    assertEquals(Set.of(), without, "add a default or a factory, and methods named with...");
  }

  private static boolean hasShortWay(Class<?> type) {
    boolean constant =
        Arrays.stream(type.getFields())
            .anyMatch(f -> Modifier.isStatic(f.getModifiers()) && f.getType() == type);
    boolean factory =
        Arrays.stream(type.getMethods())
            .anyMatch(
                m ->
                    Modifier.isStatic(m.getModifiers())
                        && m.getReturnType() == type
                        && m.getParameterCount() <= MAX_VALUES);
    return constant || factory;
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
