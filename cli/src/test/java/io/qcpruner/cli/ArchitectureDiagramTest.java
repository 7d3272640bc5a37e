package io.qcpruner.cli;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import io.qcpruner.testkit.MadeSection;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The diagram in docs/architecture.md shows the compiled classes; -Ddiagram.write renews it. */
class ArchitectureDiagramTest {

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
    MadeSection.of("docs/architecture.md", getClass(), "diagram.write").check(made);
  }
}
