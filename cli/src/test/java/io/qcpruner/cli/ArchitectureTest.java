package io.qcpruner.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import org.junit.jupiter.api.Test;

/** The arrows between modules point one way. */
final class ArchitectureTest {

  /** Read once: the import takes longer than all rules together. */
  private static final JavaClasses PROJECT =
      new ClassFileImporter()
          .withImportOption(new DoNotIncludeTests())
          .importPackages("io.qcpruner");

  @Test
  void arrows() {
    layeredArchitecture()
        .consideringOnlyDependenciesInAnyPackage("io.qcpruner..")
        .layer("json")
        .definedBy("io.qcpruner.json..")
        .layer("core")
        .definedBy("io.qcpruner.core..")
        .layer("media")
        .definedBy("io.qcpruner.media..")
        .layer("checkpoint")
        .definedBy("io.qcpruner.checkpoint..")
        .layer("text")
        .definedBy("io.qcpruner.text..")
        .layer("model")
        .definedBy("io.qcpruner.model..")
        .layer("pocket")
        .definedBy("io.qcpruner.pocket..")
        .layer("eval")
        .definedBy("io.qcpruner.eval..")
        .layer("tasks")
        .definedBy("io.qcpruner.tasks..")
        .layer("server")
        .definedBy("io.qcpruner.server..")
        .optionalLayer("langchain4j")
        .definedBy("io.qcpruner.langchain4j..")
        .layer("cli")
        .definedBy("io.qcpruner.cli..")
        .whereLayer("json")
        .mayNotAccessAnyLayer()
        .whereLayer("core")
        .mayNotAccessAnyLayer()
        .whereLayer("media")
        .mayNotAccessAnyLayer()
        .whereLayer("checkpoint")
        .mayOnlyAccessLayers("json")
        // keyword vectors are safetensors files
        .whereLayer("text")
        .mayOnlyAccessLayers("json", "core", "checkpoint")
        .whereLayer("model")
        .mayOnlyAccessLayers("core", "media", "checkpoint", "text")
        // pocket and eval may use what model hands out: plans, pixels, prompts, configurations
        .whereLayer("pocket")
        .mayOnlyAccessLayers("model", "core", "media", "checkpoint", "text")
        .whereLayer("eval")
        .mayOnlyAccessLayers("json", "model", "core", "media", "checkpoint", "text")
        .whereLayer("tasks")
        .mayOnlyAccessLayers("eval", "pocket", "model", "checkpoint", "media", "core")
        .whereLayer("server")
        .mayOnlyAccessLayers("pocket", "model", "checkpoint", "text", "media", "core")
        .whereLayer("langchain4j")
        .mayOnlyAccessLayers("model", "text", "media", "core")
        .whereLayer("cli")
        .mayNotBeAccessedByAnyLayer()
        .check(PROJECT);
  }

  @Test
  void coreUsesTheJdkAlone() {
    classes()
        .that()
        .resideInAPackage("io.qcpruner.core..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage("io.qcpruner.core..", "java..", "jdk.incubator.vector..")
        .check(PROJECT);
  }

  @Test
  void onlyTheModelAndItsTrainerKnowTheTensorEngine() {
    noClasses()
        .that()
        .resideOutsideOfPackages("io.qcpruner.model..", "io.qcpruner.pocket..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.bytedeco.pytorch..")
        .check(PROJECT);
  }

  @Test
  void corePackagesHaveNoCycles() {
    slices().matching("io.qcpruner.core.(*)..").should().beFreeOfCycles().check(PROJECT);
  }
}
