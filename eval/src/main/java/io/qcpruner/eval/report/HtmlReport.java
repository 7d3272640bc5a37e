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
    StringBuilder body = new StringBuilder("<h1>QCPruner report</h1>\n");
    for (ScoreBook book : books) {
      body.append(about(book));
    }
    for (Path figure : figures) {
      body.append("<p><img alt=\"").append(Html.escaped(figure.getFileName().toString()));
      body.append("\" src=\"data:").append(type(figure)).append(";base64,");
      body.append(Base64.getEncoder().encodeToString(Files.readAllBytes(figure)));
      body.append("\"></p>\n");
    }
    String page = TableFormat.HTML.render(tables);
    int at = page.indexOf("<body>") + "<body>".length();
    return page.substring(0, at) + "\n" + body + page.substring(at);
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
    return "<p><b>%s</b> (%s), checkpoint %s, started %s<br>questions answered: %s<br>%s</p>\n"
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
