package io.qcpruner.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.commonmark.Extension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.CustomNode;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.HardLineBreak;
import org.commonmark.node.Heading;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.Paragraph;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;

/**
 * One Markdown file as a page.
 *
 * @param root the checkout
 * @param source the file, relative to the checkout
 */
record SitePage(Path root, Path source, Node document) {
  private static final List<Extension> EXTENSIONS = List.of(TablesExtension.create());

  /** A heading, where it is on the page, and the words below it. */
  record Section(String title, String anchor, String text) {}

  static SitePage read(Path root, Path source) throws IOException {
    Parser parser = Parser.builder().extensions(EXTENSIONS).build();
    return new SitePage(root, source, parser.parse(Files.readString(root.resolve(source))));
  }

  /** Where a Markdown file's page is: README files are the index of their folder. */
  static String address(Path source) {
    String path = source.toString().replace('\\', '/');
    return path.replaceFirst("README\\.md$", "index.html").replaceFirst("\\.md$", ".html");
  }

  String address() {
    return address(source);
  }

  /** An address of the site as a page links to it. */
  static String relative(Path from, String address) {
    Path folder = Path.of(address(from)).getParent();
    Path here = folder == null ? Path.of("") : folder;
    return here.relativize(Path.of(address)).toString().replace('\\', '/');
  }

  static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  String title() {
    return sections().get(0).title();
  }

  /** The file that a relative link leads to, relative to the checkout; null for other links. */
  private Path target(String link) {
    if (link.matches("[a-z]+:.*") || link.startsWith("#")) {
      return null;
    }
    Path folder = root.resolve(source).getParent();
    Path file = folder.resolve(link.replaceFirst("#.*", "")).normalize();
    return file.startsWith(root) ? root.relativize(file) : null;
  }

  /** Files that are not pages and that this page shows or links to. */
  Set<Path> files(Set<Path> pages) {
    Set<Path> out = new LinkedHashSet<>();
    document.accept(
        new AbstractVisitor() {
          @Override
          public void visit(Link link) {
            take(link.getDestination());
            visitChildren(link);
          }

          @Override
          public void visit(Image image) {
            take(image.getDestination());
          }

          private void take(String destination) {
            Path file = target(destination);
            if (file != null && !pages.contains(file) && Files.isRegularFile(root.resolve(file))) {
              out.add(file);
            }
          }
        });
    return out;
  }

  /** The address of a link on the site: pages end in html. */
  private String rewritten(String link, Set<Path> pages) {
    Path file = target(link);
    if (file == null || !pages.contains(file)) {
      return link;
    }
    int anchor = link.indexOf('#');
    return relative(source, address(file)) + (anchor < 0 ? "" : link.substring(anchor));
  }

  private static String plain(Node node) {
    StringBuilder out = new StringBuilder();
    node.accept(
        new AbstractVisitor() {
          @Override
          public void visit(Text text) {
            out.append(text.getLiteral());
          }

          @Override
          public void visit(Code code) {
            out.append(code.getLiteral());
          }

          @Override
          public void visit(FencedCodeBlock block) {
            out.append(block.getLiteral()).append(' ');
          }

          @Override
          public void visit(Paragraph paragraph) {
            visitChildren(paragraph);
            out.append(' ');
          }

          /** Cells of tables. */
          @Override
          public void visit(CustomNode node) {
            visitChildren(node);
            out.append(' ');
          }

          @Override
          public void visit(SoftLineBreak end) {
            out.append(' ');
          }

          @Override
          public void visit(HardLineBreak end) {
            out.append(' ');
          }
        });
    return out.toString();
  }

  /** The name of a heading, as GitHub makes it. */
  private static String slug(String title, Map<String, Integer> used) {
    String slug =
        title
            .strip()
            .toLowerCase(Locale.ROOT)
            .replaceAll("[^\\p{L}\\p{N} _-]", "")
            .replace(' ', '-');
    int times = used.merge(slug, 1, Integer::sum);
    return times == 1 ? slug : slug + "-" + (times - 1);
  }

  /** The sections of the page for the search; the first is the page itself. */
  List<Section> sections() {
    List<Section> out = new ArrayList<>();
    Map<String, Integer> used = new HashMap<>();
    String title = source.toString();
    String anchor = "";
    StringBuilder text = new StringBuilder();
    boolean begun = false;
    for (Node node = document.getFirstChild(); node != null; node = node.getNext()) {
      if (node instanceof Heading heading) {
        if (begun) {
          out.add(new Section(title, anchor, text.toString()));
          text.setLength(0);
        }
        title = plain(heading);
        String slug = slug(title, used);
        anchor = out.isEmpty() ? "" : "#" + slug;
        begun = true;
      } else {
        begun = true;
        text.append(plain(node).strip()).append(' ');
      }
    }
    out.add(new Section(title, anchor, text.toString()));
    return out;
  }

  String html(Navigation navigation, Set<Path> pages) {
    Map<String, Integer> used = new HashMap<>();
    HtmlRenderer renderer =
        HtmlRenderer.builder()
            .extensions(EXTENSIONS)
            .attributeProviderFactory(
                context ->
                    (node, tag, attributes) -> {
                      if (node instanceof Heading heading) {
                        attributes.put("id", slug(plain(heading), used));
                      } else if (node instanceof Link link) {
                        attributes.put("href", rewritten(link.getDestination(), pages));
                      } else if (tag.equals("table")) {
                        attributes.put("tabindex", "0");
                      }
                    })
            .build();
    String up = "../".repeat(source.getNameCount() - 1);
    return """
        <!doctype html>
        <html lang="en"><head><meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>%1$s - QCPruner for Java</title>
        <link rel="icon" href="data:,">
        <link rel="stylesheet" href="%2$sassets/site.css">
        <script defer src="%2$sassets/index.js"></script>
        <script defer src="%2$sassets/site.js"></script></head>
        <body data-root="%2$s">
        <header><a class="home" href="%2$sindex.html">QCPruner for Java</a>
        <button id="menu" type="button" aria-expanded="false" aria-controls="pages">Pages</button>
        <search><input id="search" type="search" placeholder="Search" aria-label="Search the documentation" \
        autocomplete="off"><ul id="found" hidden></ul></search></header>
        <div class="sheet">
        <nav id="pages" aria-label="Pages">
        %3$s</nav>
        <main>
        %4$s</main>
        </div>
        </body></html>
        """
        .formatted(escaped(title()), up, navigation.html(source), renderer.render(document));
  }
}
