package io.qcpruner.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The diagram in docs/architecture.md shows the compiled classes; -Ddiagram.write renews it. */
class ArchitectureDiagramTest {
  private static final String BEGIN = "<!-- made by ArchitectureDiagramTest -->";
  private static final String END = "<!-- end of what is made -->";

  @Test
  void theDocumentedDiagramIsTheRealOne() throws IOException {
    ArchitectureDiagram diagram =
        new ArchitectureDiagram(
            new ClassFileImporter()
                .withImportOption(new DoNotIncludeTests())
                .importPackages("io.qcpruner"));
    List<String> made = new ArrayList<>();
    made.addAll(diagram.moduleGraph());
    made.add("");
    made.addAll(diagram.packageLevels());
    Path page = SourceTree.ROOT.resolve("docs/architecture.md");
    List<String> lines = Files.readAllLines(page);
    int begin = lines.indexOf(BEGIN);
    int end = lines.indexOf(END);
    assertTrue(begin >= 0 && end > begin, "docs/architecture.md has lost the diagram's marks");
    if (System.getProperty("diagram.write") != null) {
      List<String> renewed = new ArrayList<>(lines.subList(0, begin + 1));
      renewed.addAll(made);
      renewed.addAll(lines.subList(end, lines.size()));
      Files.write(page, renewed);
      return;
    }
    assertEquals(
        String.join("\n", made),
        String.join("\n", lines.subList(begin + 1, end)),
        "renew it: mvn -q -pl cli -am test -Dtest=ArchitectureDiagramTest -Ddiagram.write"
            + " -Dsurefire.failIfNoSpecifiedTests=false");
  }
}
