package io.qcpruner.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Links of written pages that lead nowhere: to a missing file or a missing heading. */
final class SiteLinks {
  private static final Pattern LINK = Pattern.compile("(?:href|src)=\"([^\"]+)\"");
  private static final Pattern ID = Pattern.compile(" id=\"([^\"]+)\"");

  private SiteLinks() {}

  static List<String> dead(Path folder) throws IOException {
    Map<Path, Set<String>> ids = new HashMap<>();
    List<Path> pages;
    try (Stream<Path> files = Files.walk(folder)) {
      pages = files.filter(file -> file.toString().endsWith(".html")).sorted().toList();
    }
    for (Path page : pages) {
      Set<String> own = new HashSet<>();
      Matcher id = ID.matcher(Files.readString(page));
      while (id.find()) {
        own.add(id.group(1));
      }
      ids.put(page.normalize(), own);
    }
    List<String> dead = new ArrayList<>();
    for (Path page : pages) {
      Matcher link = LINK.matcher(Files.readString(page));
      while (link.find()) {
        String[] parts = link.group(1).split("#", 2);
        if (parts[0].matches("[a-z]+:.*")) {
          continue;
        }
        Path file =
            parts[0].isEmpty() ? page.normalize() : page.resolveSibling(parts[0]).normalize();
        boolean there = Files.exists(file);
        if (there && parts.length > 1 && ids.containsKey(file)) {
          there = ids.get(file).contains(parts[1]);
        }
        if (!there) {
          dead.add(folder.relativize(page) + " -> " + link.group(1));
        }
      }
    }
    return dead;
  }
}
