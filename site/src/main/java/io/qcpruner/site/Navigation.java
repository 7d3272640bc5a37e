package io.qcpruner.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The pages in a reader's order, as the index of the documentation lists them.
 *
 * @param parts entries by heading
 */
record Navigation(Map<String, List<Entry>> parts) {
  private static final Pattern ENTRY = Pattern.compile("\\* \\[([^\\]]+)\\]\\(([^)]+)\\).*");

  /**
   * @param source relative to the checkout
   */
  record Entry(String title, Path source) {}

  static Navigation read(Path index) throws IOException {
    Map<String, List<Entry>> parts = new LinkedHashMap<>();
    List<Entry> current = new ArrayList<>();
    for (String line : Files.readAllLines(index)) {
      Matcher entry = ENTRY.matcher(line);
      if (line.startsWith("## ")) {
        current = new ArrayList<>();
        parts.put(line.substring(3), current);
      } else if (entry.matches()) {
        current.add(new Entry(entry.group(1), Path.of("docs", entry.group(2)).normalize()));
      }
    }
    return new Navigation(parts);
  }

  /** The list of links, seen from a page. */
  String html(Path from) {
    StringBuilder out = new StringBuilder();
    parts.forEach(
        (part, entries) -> {
          boolean open = entries.stream().anyMatch(entry -> entry.source.equals(from));
          boolean always = !part.equals("Contribute");
          out.append(open || always ? "<details open>" : "<details>");
          out.append("<summary>" + SitePage.escaped(part) + "</summary><ul>\n");
          for (Entry entry : entries) {
            String here = entry.source.equals(from) ? " aria-current=\"page\"" : "";
            String to = SitePage.relative(from, SitePage.address(entry.source));
            out.append("<li><a href=\"" + to + "\"" + here + ">");
            out.append(SitePage.escaped(entry.title) + "</a></li>\n");
          }
          out.append("</ul></details>\n");
        });
    return out.toString();
  }
}
