package io.qcpruner.site;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A small checkout as a site, and the real one without dead links. */
final class SiteTest {
  @TempDir private Path folder;
  private Path root;
  private Path out;

  @BeforeEach
  void checkout() throws IOException {
    root = folder.resolve("checkout");
    out = folder.resolve("out");
    Files.createDirectories(root.resolve("docs/deep"));
    Files.writeString(
        root.resolve("README.md"), "# Top\n\n[docs](docs/README.md) ![p](docs/p.png)\n");
    Files.write(root.resolve("docs/p.png"), new byte[] {1});
    Files.writeString(
        root.resolve("docs/README.md"), "# Docs\n\n## Start\n\n* [One page](one.md): it\n");
    Files.writeString(
        root.resolve("docs/one.md"),
        "# One & only\n\nSee [two](deep/two.md#a-b--c) and [out](https://example.org/x.md).\n\n"
            + "| a | b |\n|---|---|\n| 1 | `x|y` |\n\n## Twice\n\nfirst\n\n## Twice\n\nsecond\n");
    Files.writeString(
        root.resolve("docs/deep/two.md"), "# Two\n\n## A b, & C!\n\n[up](../one.md#twice-1)\n");
  }

  @Test
  void pagesLinkToPages() throws IOException {
    assertEquals(List.of(), new Site(root, out).write());
    String one = Files.readString(out.resolve("docs/one.html"));
    assertTrue(one.contains("<title>One &amp; only - QCPruner for Java</title>"), one);
    assertTrue(one.contains("href=\"deep/two.html#a-b--c\""), one);
    assertTrue(one.contains("href=\"https://example.org/x.md\""), one);
    assertTrue(one.contains("<h2 id=\"twice\">") && one.contains("<h2 id=\"twice-1\">"), one);
    assertTrue(one.contains("<a href=\"one.html\" aria-current=\"page\">One page</a>"), one);
    assertTrue(one.contains("<th>a</th>"), one);
    assertTrue(
        Files.readString(out.resolve("docs/deep/two.html")).contains("href=\"../one.html\""));
    assertTrue(Files.readString(out.resolve("index.html")).contains("href=\"docs/index.html\""));
    assertTrue(Files.exists(out.resolve("docs/p.png")));
  }

  @Test
  void searchKnowsEverySection() throws IOException {
    new Site(root, out).write();
    String index = Files.readString(out.resolve("assets/index.js"));
    assertTrue(index.startsWith("window.SECTIONS = ["), index);
    assertTrue(index.contains("\"address\":\"docs/one.html#twice-1\",\"text\":\"second \""), index);
    assertTrue(index.contains("\"address\":\"docs/deep/two.html#a-b--c\""), index);
  }

  @Test
  void deadLinksAreNamed() throws IOException {
    Files.writeString(
        root.resolve("docs/one.md"), "# One\n\n[a](none.md) [b](deep/two.md#none) [c](#here)\n");
    List<String> dead = new Site(root, out).write();
    assertTrue(dead.contains("docs/one.html -> none.md"), dead.toString());
    assertTrue(dead.contains("docs/one.html -> deep/two.html#none"), dead.toString());
    assertTrue(dead.contains("docs/one.html -> #here"), dead.toString());
    assertTrue(dead.contains("docs/deep/two.html -> ../one.html#twice-1"), dead.toString());
    String[] arguments = {root.toString(), out.toString()};
    assertThrows(IllegalStateException.class, () -> Site.main(arguments));
  }

  @Test
  void thisDocumentationHasNoDeadLink() throws IOException {
    assertEquals(List.of(), new Site(Path.of(".."), out).write());
    assertFalse(Files.readString(out.resolve("docs/index.html")).isEmpty());
  }
}
