package io.qcpruner.eval.report;

import io.qcpruner.eval.run.RunManifest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;

/** One page with all tables and figures of a report; it needs no other file. */
public final class HtmlReport {

  private HtmlReport() {}

  /**
   * @param books the runs that the tables come from
   * @param figures PNG or SVG files that are put into the page
   */
  public static String page(List<ScoreBook> books, List<TextTable> tables, List<Path> figures)
      throws IOException {
    StringBuilder about = new StringBuilder();
    for (ScoreBook book : books) {
      about.append(about(book));
    }
    return HtmlPage.of(about.toString(), figures.isEmpty() ? List.of() : figures(figures), tables);
  }

  private static List<HtmlPage.Part> figures(List<Path> files) throws IOException {
    StringBuilder out = new StringBuilder("<div class=\"figures\">\n");
    for (Path file : files) {
      out.append("<figure><img alt=\"").append(Html.escaped(name(file)));
      out.append("\" src=\"data:").append(type(file)).append(";base64,");
      out.append(Base64.getEncoder().encodeToString(Files.readAllBytes(file)));
      out.append("\"></figure>\n");
    }
    return List.of(new HtmlPage.Part("figures", "Figures", out.append("</div>\n").toString()));
  }

  /** What a figure shows, from the name of its file. */
  private static String name(Path figure) {
    return figure.getFileName().toString().replaceFirst("\\.[a-z]+$", "").replace('-', ' ');
  }

  private static String type(Path figure) {
    return figure.toString().endsWith(".svg") ? "image/svg+xml" : "image/png";
  }

  private static String about(ScoreBook book) {
    RunManifest run = book.manifest();
    String tasks =
        book.tasks().stream()
            .map(task -> book.title(task) + " " + most(book, task) + " of " + book.expected(task))
            .collect(Collectors.joining(", "));
    String parameters =
        run.parameters().entrySet().stream()
            .map(e -> e.getKey() + " " + e.getValue())
            .collect(Collectors.joining(", "));
    return """
        <div class="run"><p><b>%s</b> (%s), checkpoint %s, started %s</p>
        <p>questions answered: %s</p>
        <p>%s</p></div>
        """
        .formatted(
            Html.escaped(run.model().name()),
            run.model().family(),
            Html.escaped(start(run.model().checksum())),
            Html.escaped(run.started()),
            Html.escaped(tasks),
            Html.escaped(parameters));
  }

  private static int most(ScoreBook book, String task) {
    return book.settings().stream()
        .mapToInt(setting -> book.outcomes(task, setting).size())
        .max()
        .orElse(0);
  }

  private static String start(String checksum) {
    return checksum.length() > 12 ? checksum.substring(0, 12) : checksum;
  }
}
