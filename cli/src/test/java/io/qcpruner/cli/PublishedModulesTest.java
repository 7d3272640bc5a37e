package io.qcpruner.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The bill of materials names every module of the reactor that others may use, in its version. */
class PublishedModulesTest {
  private static final Pattern MODULE = Pattern.compile("<module>(\\w+)</module>");
  private static final Pattern MANAGED =
      Pattern.compile("<artifactId>qcpruner-(\\w+)</artifactId><version>[^<]*</version></dep");
  private static final Pattern VERSION = Pattern.compile("<version>([^<$]+)</version>");

  /** What nobody outside depends on. */
  private static final Set<String> OURS_ALONE = Set.of("bom", "examples", "bench");

  @Test
  void everyModuleIsManaged() throws IOException {
    String reactor = pom("").split("</modules>", 2)[0];
    Set<String> modules = found(MODULE, reactor);
    modules.removeAll(OURS_ALONE);
    assertEquals(modules, found(MANAGED, pom("bom")));
  }

  @Test
  void oneVersionEverywhere() throws IOException {
    String version = first(pom(""));
    List<String> modules = MODULE.matcher(pom("")).results().map(m -> m.group(1)).toList();
    for (String module : modules) {
      assertEquals(version, first(pom(module)), module + "/pom.xml");
    }
    assertEquals(version, first(pom("examples/outside")), "examples/outside/pom.xml");
  }

  /** The launcher compiles and packages nothing: Maven finds no jar of a module's tests then. */
  @Test
  void noModuleNeedsWhatTheLauncherDoesNotBuild() throws IOException {
    List<String> modules = MODULE.matcher(pom("")).results().map(m -> m.group(1)).toList();
    for (String module : modules) {
      assertFalse(pom(module).contains("<type>test-jar</type>"), module + "/pom.xml");
    }
  }

  private static String first(String pom) {
    Matcher version = VERSION.matcher(pom);
    return version.find() ? version.group(1) : "none";
  }

  private static Set<String> found(Pattern pattern, String text) {
    return pattern
        .matcher(text)
        .results()
        .map(m -> m.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static String pom(String module) throws IOException {
    return Files.readString(Path.of("..", module, "pom.xml"));
  }
}
