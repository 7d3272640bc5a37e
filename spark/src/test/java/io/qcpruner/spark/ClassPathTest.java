package io.qcpruner.spark;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.spi.SLF4JServiceProvider;

/** Which classes meet on the class path, and which are loaded. */
@Timeout(600)
class ClassPathTest {

  @Test
  void onlyTheResultJobKnowsScala() {
    JavaClasses classes =
        new ClassFileImporter()
            .withImportOption(new DoNotIncludeTests())
            .importPackages("io.qcpruner.spark");
    noClasses()
        .that()
        .haveNameNotMatching(".*\\.ResultJob(\\$.*)?")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("scala..")
        .check(classes);
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("io.qcpruner.cli..", "io.qcpruner.tasks..", "io.qcpruner.pocket..")
        .check(classes);
  }

  @Test
  void oneProviderLogs() {
    long providers = ServiceLoader.load(SLF4JServiceProvider.class).stream().count();
    assertEquals(1, providers);
  }

  @Test
  void localEngineLoadsNothingOfSpark(@TempDir Path folder) throws Exception {
    List<String> arguments =
        List.of(
            "eval",
            "--model=embedded",
            "--tasks=pocket-color",
            "--limit=1",
            "--out=" + folder.resolve("run"));
    try (ChildCommand child =
        ChildCommand.start(folder.resolve("log"), List.of("-verbose:class"), arguments)) {
      assertEquals(0, child.await(), child::toString);
      String loaded = child.said();
      assertTrue(loaded.contains("io.qcpruner.cli.EvalCommand"), "the list of classes is there");
      assertFalse(loaded.contains(" org.apache.spark."), "a class of Spark was loaded");
      assertFalse(loaded.contains(" scala."), "a class of Scala was loaded");
    }
  }
}
