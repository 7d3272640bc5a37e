package io.qcpruner.eval.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.eval.report.TextTable.Mark;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tables as LaTeX, set by a real TeX if this machine has one. */
final class LatexTest {

  @TempDir private Path folder;

  /** Titles, cells and notes with every letter that TeX treats in its own way. */
  private static List<TextTable> tables() {
    String odd = "100% of a_b & #1 $x {y} \\z ~ ^ < > | [w] * ± Δ û ↓ \"q\" 'r' `s`";
    return List.of(
        new TextTable(
            odd,
            List.of("Method", odd),
            List.of(
                List.of("64 Tokens (↓88.9%)", ""),
                List.of("[first", odd),
                List.of("* 0.4", "2"),
                List.of("qcpruner:layer=1,rho=0.4", "")),
            List.of(odd, "second note."),
            List.of(
                List.of(),
                List.of(Mark.PLAIN, Mark.BEST),
                List.of(Mark.PLAIN, Mark.SECOND),
                List.of(Mark.PLAIN, Mark.PLAIN)),
            Set.of(0)),
        new TextTable("Empty", List.of("a", "b"), List.of(), List.of()),
        new TextTable("One column", List.of("a"), List.of(List.of("*")), List.of()));
  }

  @Test
  void tablesCompile() throws Exception {
    Optional<Path> tex = program("pdflatex").or(() -> program("tectonic"));
    if (tex.isEmpty()) {
      System.out.println("SKIPPED: neither pdflatex nor tectonic is installed");
      Assumptions.abort("neither pdflatex nor tectonic is installed");
    }
    String document =
        """
        \\documentclass{article}
        \\IfFileExists{booktabs.sty}{\\usepackage{booktabs}}{%%
          \\let\\toprule\\hline\\let\\midrule\\hline\\let\\bottomrule\\hline}
        \\begin{document}
        %s
        \\end{document}
        """
            .formatted(TableFormat.LATEX.render(tables()));
    Files.writeString(folder.resolve("report.tex"), document);
    Path log = folder.resolve("out.txt");
    List<String> command =
        tex.get().endsWith("pdflatex")
            ? List.of(
                tex.get().toString(), "-interaction=nonstopmode", "-halt-on-error", "report.tex")
            : List.of(tex.get().toString(), "report.tex");
    Process process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    assertTrue(process.waitFor(120, TimeUnit.SECONDS), "TeX did not end");
    assertEquals(0, process.exitValue(), () -> text(log));
    assertTrue(Files.size(folder.resolve("report.pdf")) > 1000, "the page");
  }

  private static String text(Path log) {
    try {
      return Files.readString(log);
    } catch (java.io.IOException e) {
      return e.toString();
    }
  }

  private static Optional<Path> program(String name) {
    return Stream.of(System.getenv("PATH").split(":"))
        .map(place -> Path.of(place).resolve(name))
        .filter(Files::isExecutable)
        .findFirst();
  }
}
