package io.qcpruner.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Whoever reads a class name in a review or a stack trace knows which class it is. */
final class EqualNamesTest {

  /** Names that two classes share because the qualifier is the point, each with the reason. */
  private static final Map<String, String> ALLOWED = Map.of();

  @Test
  void noTwoClassesHaveTheSameSimpleName() throws IOException {
    Map<String, Set<Path>> places = new TreeMap<>();
    for (Path folder : SourceTree.packages()) {
      for (Path file : SourceTree.files(folder)) {
        places
            .computeIfAbsent(file.getFileName().toString(), name -> new TreeSet<>())
            .add(SourceTree.ROOT.relativize(file));
      }
    }
    assertTrue(places.containsKey("Main.java"), "the sources were found");
    places.remove("package-info.java");
    places.values().removeIf(files -> files.size() == 1);
    places.keySet().removeIf(name -> ALLOWED.containsKey(name.replace(".java", "")));
    assertEquals(Map.of(), places);
  }
}
