package io.qcpruner.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The arrows between modules point one way. */
@AnalyzeClasses(packages = "io.qcpruner", importOptions = DoNotIncludeTests.class)
final class ArchitectureTest {

  @ArchTest
  static final ArchRule arrows =
      layeredArchitecture()
          .consideringOnlyDependenciesInAnyPackage("io.qcpruner..")
          .layer("core")
          .definedBy("io.qcpruner.core..")
          .layer("media")
          .definedBy("io.qcpruner.media..")
          .layer("model")
          .definedBy("io.qcpruner.model..")
          .layer("pocket")
          .definedBy("io.qcpruner.pocket..")
          .layer("eval")
          .definedBy("io.qcpruner.eval..")
          .layer("cli")
          .definedBy("io.qcpruner.cli..")
          .whereLayer("core")
          .mayNotAccessAnyLayer()
          .whereLayer("media")
          .mayNotAccessAnyLayer()
          .whereLayer("model")
          .mayOnlyAccessLayers("core", "media")
          // pocket and eval may use what model hands out, and that includes the core's plans and
          // pixels
          .whereLayer("pocket")
          .mayOnlyAccessLayers("model", "core", "media")
          .whereLayer("eval")
          .mayOnlyAccessLayers("model", "core", "media")
          .whereLayer("cli")
          .mayNotBeAccessedByAnyLayer();

  @ArchTest
  static final ArchRule coreUsesTheJdkAlone =
      classes()
          .that()
          .resideInAPackage("io.qcpruner.core..")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage("io.qcpruner.core..", "java..", "jdk.incubator.vector..");

  @ArchTest
  static final ArchRule onlyTheModelAndItsTrainerKnowTheTensorEngine =
      noClasses()
          .that()
          .resideOutsideOfPackages("io.qcpruner.model..", "io.qcpruner.pocket..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.bytedeco.pytorch..");

  @ArchTest
  static final ArchRule corePackagesHaveNoCycles =
      slices().matching("io.qcpruner.core.(*)..").should().beFreeOfCycles();
}
