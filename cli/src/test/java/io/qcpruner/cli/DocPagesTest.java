package io.qcpruner.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The pages of the documentation: short, in one index, without dead links and old news. */
final class DocPagesTest {
  private static final Path ROOT = Path.of("..");
  private static final Path INDEX = ROOT.resolve("docs/README.md");
  private static final List<String> PARTS =
      List.of("Start", "Use", "Understand", "Measure", "Operate", "Contribute");
  private static final int MAX_LINES = 120;
  private static final int MAX_USER_PAGES = 25;
  private static final Pattern LINK = Pattern.compile("!?\\[[^\\]]*\\]\\(([^)\\s]+)\\)");
  private static final Pattern CODE = Pattern.compile("`[^`\n]*`");

  /** Pages of the index by the part they stand in. */
  private static Map<String, List<Path>> parts() throws IOException {
    Map<String, List<Path>> parts = new LinkedHashMap<>();
    List<Path> current = new ArrayList<>();
    for (String line : Files.readAllLines(INDEX)) {
      if (line.startsWith("## ")) {
        current = new ArrayList<>();
        parts.put(line.substring(3), current);
      } else if (line.startsWith("* ")) {
        Matcher link = LINK.matcher(line);
        assertTrue(link.find() && line.contains("): "), "a page and what it says: " + line);
        current.add(INDEX.resolveSibling(link.group(1)).normalize());
      }
    }
    return parts;
  }

  private static List<Path> userPages() throws IOException {
    return parts().entrySet().stream()
        .filter(part -> !part.getKey().equals("Contribute"))
        .flatMap(part -> part.getValue().stream())
        .toList();
  }

  private static List<Path> pages() throws IOException {
    try (Stream<Path> files = Files.walk(ROOT.resolve("docs"))) {
      return files.filter(file -> file.toString().endsWith(".md")).map(Path::normalize).toList();
    }
  }

  @Test
  void everyPageStandsInTheIndexOnce() throws IOException {
    Map<String, List<Path>> parts = parts();
    assertEquals(PARTS, List.copyOf(parts.keySet()));
    List<Path> listed = parts.values().stream().flatMap(List::stream).toList();
    assertEquals(listed.size(), Set.copyOf(listed).size(), "no page twice");
    Set<String> missing = new TreeSet<>();
    for (Path page : pages()) {
      boolean decision = page.getParent().endsWith("decisions");
      if (!listed.contains(page) && !decision && !page.equals(INDEX.normalize())) {
        missing.add(page.toString());
      }
    }
    assertEquals(Set.of(), missing, "pages that docs/README.md does not list");
  }

  @Test
  void userPagesAreFewAndShort() throws IOException {
    List<Path> pages = userPages();
    assertTrue(pages.size() <= MAX_USER_PAGES, pages.size() + " pages for users");
    for (Path page : pages) {
      int lines = Files.readAllLines(page).size();
      assertTrue(lines <= MAX_LINES, page + " has " + lines + " lines");
    }
  }

  /** What an earlier version did belongs to CHANGES.md and to docs/decisions. */
  @Test
  void userPagesTellNoHistory() throws IOException {
    for (Path page : userPages()) {
      String text = Files.readString(page).replaceAll("\\s+", " ");
      for (String phrase : List.of("the version before", "in turns with", "an earlier version")) {
        assertTrue(!text.contains(phrase), page + " says \"" + phrase + "\"");
      }
    }
  }

  /** Files and headings that links of any page lead to are there. */
  @Test
  void noLinkIsDead() throws IOException {
    List<Path> pages = new ArrayList<>(pages());
    try (Stream<Path> files = Files.list(ROOT)) {
      files.filter(f -> f.toString().endsWith(".md")).map(Path::normalize).forEach(pages::add);
    }
    Map<Path, Set<String>> anchors = new HashMap<>();
    Set<String> dead = new TreeSet<>();
    for (Path page : pages) {
      Matcher link = LINK.matcher(CODE.matcher(prose(page)).replaceAll("``"));
      while (link.find()) {
        String target = link.group(1);
        if (target.matches("[a-z]+:.*")) {
          continue;
        }
        String[] parts = target.split("#", 2);
        Path file = parts[0].isEmpty() ? page : page.resolveSibling(parts[0]).normalize();
        boolean there = Files.exists(file);
        if (there && parts.length > 1) {
          if (!anchors.containsKey(file)) {
            anchors.put(file, anchors(file));
          }
          there = anchors.get(file).contains(parts[1]);
        }
        if (!there) {
          dead.add(page + " -> " + target);
        }
      }
    }
    assertEquals(Set.of(), dead);
  }

  /** The text without blocks of code. */
  private static String prose(Path page) throws IOException {
    StringBuilder out = new StringBuilder();
    boolean code = false;
    for (String line : Files.readAllLines(page)) {
      boolean fence = line.strip().startsWith("```");
      code ^= fence;
      out.append(code || fence || line.startsWith("    ") ? "" : line).append('\n');
    }
    return out.toString();
  }

  /** Headings as GitHub and the site name them. */
  private static Set<String> anchors(Path page) throws IOException {
    return prose(page)
        .lines()
        .filter(line -> line.matches("#{1,6} .*"))
        .map(line -> line.replaceFirst("#+ ", "").strip().toLowerCase(Locale.ROOT))
        .map(line -> line.replaceAll("\\[([^\\]]*)\\]\\([^)]*\\)", "$1"))
        .map(line -> line.replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-'))
        .collect(Collectors.toSet());
  }
}
