package io.qcpruner.eval.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.eval.report.TextTable.Mark;
import java.math.BigDecimal;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One table with a heading, marks and letters that formats treat in their own ways. */
class TableFormatTest {

  private static final TextTable TABLE =
      new TextTable(
          "A & B",
          List.of("M|", "x<"),
          List.of(List.of("band_1", ""), List.of("p,q", "1"), List.of("r", "2"), List.of("s", "3")),
          List.of("50% ±1"),
          List.of(
              List.of(),
              List.of(Mark.PLAIN, Mark.BEST),
              List.of(Mark.PLAIN, Mark.SECOND),
              List.of(Mark.PLAIN, Mark.PLAIN)),
          Set.of(0));

  @Test
  void markdown() {
    assertEquals(
        """
        ### A & B

        | M\\| | x< |
        | :--- | ---: |
        | *band_1* |  |
        | p,q | **1** |
        | r | <u>2</u> |
        | s | 3 |

        50% ±1
        """,
        TableFormat.MARKDOWN.render(TABLE));
  }

  @Test
  void csv() {
    assertEquals("M|,x<\nband_1,\n\"p,q\",1\nr,2\ns,3\n", TableFormat.CSV.render(TABLE));
    TextTable odd = new TextTable("t", List.of("a"), List.of(List.of("1\n\"2\"")), List.of());
    assertEquals("a\n\"1\n\"\"2\"\"\"\n", TableFormat.CSV.render(odd));
    assertEquals("a\nb\n\na\nb\n", TableFormat.CSV.render(List.of(small(), small())));
  }

  private static TextTable small() {
    return new TextTable("t", List.of("a"), List.of(List.of("b")), List.of());
  }

  @Test
  void latex() {
    assertEquals(
        """
        \\begin{table}[t]
        \\centering
        \\small
        \\begin{tabular}{lr}
        \\toprule
        M\\textbar{} & x\\textless{} \\\\
        \\midrule
        \\multicolumn{2}{c}{\\textit{band\\_1}} \\\\
        p,q & \\textbf{1} \\\\
        r & \\underline{2} \\\\
        s & 3 \\\\
        \\bottomrule
        \\end{tabular}
        \\caption{A \\& B. 50\\% $\\pm$1}
        \\end{table}
        """,
        TableFormat.LATEX.render(TABLE));
  }

  /** A heading further down has a line above it. */
  @Test
  void latexHeadingsAreSetApart() {
    TextTable two =
        new TextTable(
            "t",
            List.of("a", "b"),
            List.of(List.of("r", "1"), List.of("band", "")),
            List.of(),
            List.of(),
            Set.of(1));
    assertTrue(
        TableFormat.LATEX.render(two).contains("r & 1 \\\\\n\\midrule\n\\multicolumn{2}{c}"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      value = {
        "$ \\$",
        "# \\#",
        "_ \\_",
        "{ \\{",
        "} \\}",
        "\\ \\textbackslash{}",
        "~ \\textasciitilde{}",
        "^ \\textasciicircum{}",
        "< \\textless{}",
        "> \\textgreater{}",
        "[ {[}",
        "* {*}",
        "Δ $\\Delta$",
        "û $\\hat{u}$",
        "↓ $\\downarrow$"
      })
  void lettersOfLatex(String letter, String expected) {
    TextTable table = new TextTable(letter, List.of("a"), List.of(), List.of());
    String wanted = expected.equals("$\\hat{u}$") ? "$\\hat u$" : expected;
    assertTrue(TableFormat.LATEX.render(table).contains("\\caption{" + wanted + "}\n"), letter);
  }

  @Test
  void html() {
    String page = TableFormat.HTML.render(TABLE);
    int end = page.indexOf("<script>");
    assertEquals(
        """
        <section id="table-1"><h2>A &amp; B</h2>
        <div class="wide" tabindex="0" role="region" aria-label="A &amp; B">\
        <table><thead><tr><th scope="col">M|</th><th scope="col">x&lt;</th></tr></thead>
        <tbody>
        <tr class="band"><th scope="rowgroup" colspan="2"><span>band_1</span></th></tr>
        <tr><th scope="row">p,q</th><td><b>1</b></td></tr>
        <tr><th scope="row">r</th><td><u>2</u></td></tr>
        <tr><th scope="row">s</th><td>3</td></tr>
        </tbody></table></div>
        <p>50% ±1</p>
        </section>
        """,
        page.substring(page.indexOf("<section"), end));
    assertTrue(page.startsWith("<!DOCTYPE html>\n<html lang=\"en\">"));
    assertTrue(page.contains("name=\"viewport\"") && page.contains("prefers-color-scheme:dark"));
    assertTrue(
        page.contains("<b>Bold</b> is the best of its group, <u>underlined</u> the second."));
  }

  /** Contents lead to every table, a star is explained once, and groups sort by themselves. */
  @Test
  void pageOfSeveralTables() {
    TextTable partial =
        new TextTable(
            "t", List.of("a"), List.of(List.of("1*")), List.of(ScoreTable.PARTIAL_NOTE, "more"));
    TextTable groups =
        new TextTable(
            "u",
            List.of("a", "b"),
            List.of(List.of("x", ""), List.of("p", "1"), List.of("y", ""), List.of("q", "2")),
            List.of(),
            List.of(),
            Set.of(0, 2));
    String page = TableFormat.HTML.render(List.of(partial, partial, groups));
    for (int i = 1; i <= 3; i++) {
      assertTrue(page.contains("<a href=\"#table-" + i + "\">"), "contents " + i);
      assertTrue(page.contains("<section id=\"table-" + i + "\">"), "table " + i);
    }
    assertEquals(2, page.split("A star \\(\\*\\) marks", -1).length);
    assertTrue(!page.contains(ScoreTable.PARTIAL_NOTE) && page.contains("<p>more</p>"));
    assertEquals(5, page.split("<tbody>", -1).length);
  }

  @ParameterizedTest
  @CsvSource({
    "md,MARKDOWN",
    "markdown,MARKDOWN",
    "csv,CSV",
    "tex,LATEX",
    "latex,LATEX",
    "html,HTML"
  })
  void formatsByName(String name, TableFormat format) {
    assertEquals(format, TableFormat.named(name));
  }

  @Test
  void whatIsNoTableIsRefused() {
    assertRefused("format must be md, csv, tex or html, not pdf", () -> TableFormat.named("pdf"));
    assertRefused(
        "row of 1 cells under 2 columns: [x]",
        () -> new TextTable("t", List.of("a", "b"), List.of(List.of("x")), List.of()));
    assertRefused(
        "1 rows of marks, 0 rows",
        () -> new TextTable("t", List.of("a"), List.of(), List.of(), List.of(List.of()), Set.of()));
    assertEquals(List.of("50% ±1", "more"), TABLE.withNote("more").notes());
    assertEquals("other", TABLE.titled("other").title());
    assertEquals("md", TableFormat.MARKDOWN.ending());
  }

  /** 50/100 and 30/40: a half and three quarters are 62.5 % on average. */
  @Test
  void averagesRelativeToTheUnprunedModel() {
    List<BigDecimal> scores = List.of(new BigDecimal("50"), new BigDecimal("30"));
    List<BigDecimal> full = List.of(new BigDecimal("100"), new BigDecimal("40"));
    assertEquals("62.5", AvgRel.display(AvgRel.of(scores, full)));
    assertEquals("56.3", AvgRel.display(new BigDecimal("56.25")), "half up");
    assertRefused("0 scores but 0 unpruned scores", () -> AvgRel.of(List.of(), List.of()));
    assertRefused("2 scores but 1 unpruned scores", () -> AvgRel.of(scores, full.subList(0, 1)));
    assertRefused(
        "unpruned score of task 1 is zero",
        () -> AvgRel.of(scores, List.of(BigDecimal.ONE, BigDecimal.ZERO)));
  }

  private static void assertRefused(
      String message, org.junit.jupiter.api.function.Executable making) {
    assertEquals(message, assertThrows(IllegalArgumentException.class, making).getMessage());
  }
}
