package io.qcpruner.site;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Makes the Markdown files of a checkout into a folder of pages that needs no server: every page of
 * {@code docs} and of the root, files that they link to, and an index for the search.
 */
public final class Site {
  private static final List<String> ASSETS = List.of("site.css", "site.js");

  private final Path root;
  private final Path out;
  private final Navigation navigation;

  Site(Path root, Path out) throws IOException {
    this.root = root.toRealPath();
    this.out = out;
    this.navigation = Navigation.read(this.root.resolve("docs/README.md"));
  }

  /** Arguments: the checkout and the folder to write. Ends with code 1 if a link is dead. */
  public static void main(String[] arguments) throws IOException {
    if (arguments.length != 2) {
      throw new IllegalArgumentException("needs the checkout and the folder to write");
    }
    Path out = Path.of(arguments[1]);
    List<String> dead = new Site(Path.of(arguments[0]), out).write();
    if (!dead.isEmpty()) {
      throw new IllegalStateException("dead links:\n  " + String.join("\n  ", dead));
    }
    System.out.println("wrote " + out.resolve("index.html").normalize());
  }

  /** Writes everything; gives the dead links. */
  List<String> write() throws IOException {
    Map<Path, SitePage> pages = new LinkedHashMap<>();
    for (Path source : sources()) {
      pages.put(source, SitePage.read(root, source));
    }
    for (SitePage page : pages.values()) {
      Path file = out.resolve(page.address());
      Files.createDirectories(file.getParent());
      Files.writeString(file, page.html(navigation, pages.keySet()));
    }
    Set<Path> files = new LinkedHashSet<>();
    pages.values().forEach(page -> files.addAll(page.files(pages.keySet())));
    for (Path file : files) {
      Path copy = out.resolve(file);
      Files.createDirectories(copy.getParent());
      Files.copy(root.resolve(file), copy, StandardCopyOption.REPLACE_EXISTING);
    }
    Files.createDirectories(out.resolve("assets"));
    for (String asset : ASSETS) {
      try (InputStream in = Site.class.getResourceAsStream(asset)) {
        Files.copy(in, out.resolve("assets").resolve(asset), StandardCopyOption.REPLACE_EXISTING);
      }
    }
    Files.writeString(out.resolve("assets/index.js"), searchIndex(pages));
    return SiteLinks.dead(out);
  }

  /** Pages of the root first, then those of the documentation. */
  private List<Path> sources() throws IOException {
    List<Path> sources = new ArrayList<>();
    for (Path folder : List.of(root, root.resolve("docs"))) {
      try (Stream<Path> files = Files.walk(folder, folder.equals(root) ? 1 : Integer.MAX_VALUE)) {
        files
            .filter(file -> file.toString().endsWith(".md"))
            .map(root::relativize)
            .sorted()
            .forEach(sources::add);
      }
    }
    return sources;
  }

  /** Every section with its words, as a script: pages opened from a disk can't fetch. */
  private static String searchIndex(Map<Path, SitePage> pages) throws IOException {
    ObjectMapper json = new ObjectMapper();
    ArrayNode all = json.createArrayNode();
    for (SitePage page : pages.values()) {
      page.sections()
          .forEach(
              section ->
                  all.addObject()
                      .put("page", page.title())
                      .put("title", section.title())
                      .put("address", page.address() + section.anchor())
                      .put("text", section.text()));
    }
    return "window.SECTIONS = " + json.writeValueAsString(all) + ";\n";
  }
}
