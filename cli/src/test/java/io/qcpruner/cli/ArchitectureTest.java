package io.qcpruner.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import io.qcpruner.media.MediaSource;
import io.qcpruner.model.backbone.BackboneFamilies;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The arrows between modules and packages point one way; families stay in their packages. */
final class ArchitectureTest {
  private static final String FAMILIES = "io.qcpruner.model.backbone.*..";

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
        .layer("natives")
        .definedBy("io.qcpruner.natives..")
        .layer("kernels")
        .definedBy("io.qcpruner.kernels..")
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
        .whereLayer("natives")
        .mayNotAccessAnyLayer()
        .whereLayer("kernels")
        .mayOnlyAccessLayers("natives")
        .whereLayer("media")
        .mayOnlyAccessLayers("natives")
        .whereLayer("checkpoint")
        .mayOnlyAccessLayers("json")
        // keyword vectors are safetensors files
        .whereLayer("text")
        .mayOnlyAccessLayers("json", "natives", "core", "checkpoint")
        .whereLayer("model")
        .mayOnlyAccessLayers("kernels", "core", "media", "checkpoint", "text")
        // pocket and eval may use what model hands out: plans, pixels, prompts, configurations
        .whereLayer("pocket")
        .mayOnlyAccessLayers("json", "natives", "model", "core", "media", "checkpoint", "text")
        .whereLayer("eval")
        .mayOnlyAccessLayers("json", "natives", "model", "core", "media", "checkpoint", "text")
        .whereLayer("tasks")
        .mayOnlyAccessLayers("eval", "pocket", "model", "checkpoint", "media", "core")
        .whereLayer("server")
        .mayOnlyAccessLayers("json", "pocket", "model", "checkpoint", "text", "media", "core")
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

  /** A clock that jumps changes no time limit and no measurement: only stamps are wall time. */
  @Test
  void wallTimeIsReadForStampsOnly() {
    noClasses()
        .that(
            DescribedPredicate.not(
                JavaClass.Predicates.simpleName("RunPlan")
                    .or(JavaClass.Predicates.simpleName("ChatServer"))
                    .or(JavaClass.Predicates.simpleName("Served"))))
        .should()
        .callMethod(System.class, "currentTimeMillis")
        .orShould()
        .callMethod(Instant.class, "now")
        .orShould()
        .callMethod(LocalDateTime.class, "now")
        .check(PROJECT);
  }

  /** The native library reports to its makers and trusts its files, unless it is opened there. */
  @Test
  void tokenizersOfTheLibraryAreOpenedInOnePlace() {
    noClasses()
        .that()
        .resideOutsideOfPackage("io.qcpruner.text.internal.check")
        .should()
        .callMethodWhere(
            DescribedPredicate.describe(
                "it opens a tokenizer of the library",
                (JavaMethodCall call) ->
                    call.getTargetOwner().getSimpleName().equals("HuggingFaceTokenizer")
                        && call.getTarget().getName().equals("newInstance")))
        .check(PROJECT);
  }

  /** A request's text reaches the network through one checked door, and the file system never. */
  @Test
  void onlyTheFetcherConnectsAndNoRequestNamesAFile() {
    noClasses()
        .that()
        .resideInAnyPackage("io.qcpruner.server..", "io.qcpruner.media..")
        .and()
        .resideOutsideOfPackage("io.qcpruner.media.internal.net")
        .should()
        .dependOnClassesThat(
            JavaClass.Predicates.resideInAPackage("java.net.http..")
                .or(
                    JavaClass.Predicates.belongToAnyOf(
                        java.net.Socket.class,
                        java.net.URLConnection.class,
                        java.nio.channels.SocketChannel.class)))
        .check(PROJECT);
    noClasses()
        .that()
        .resideInAPackage("io.qcpruner.server..")
        .should()
        .callMethod(Path.class, "of", String.class, String[].class)
        .orShould()
        .callMethod(MediaSource.class, "parse", String.class)
        .check(PROJECT);
  }

  @Test
  void noPackagesUseEachOther() {
    slices().assignedFrom(EACH_PACKAGE).should().beFreeOfCycles().check(PROJECT);
  }

  private static final SliceAssignment EACH_PACKAGE =
      new SliceAssignment() {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass javaClass) {
          return SliceIdentifier.of(javaClass.getPackageName());
        }

        @Override
        public String getDescription() {
          return "packages";
        }
      };

  @Test
  void nobodyOutsideAFamilyAsksForIt() {
    noClasses()
        .that()
        .resideOutsideOfPackage(FAMILIES)
        .should()
        .dependOnClassesThat()
        .resideInAPackage(FAMILIES)
        .check(PROJECT);
  }

  @Test
  void familiesAreNamedInTheirPackagesAndInTheProfilesOfTheEvaluation() throws IOException {
    List<String> names = new ArrayList<>(List.of("LLAVA_1_5", "LLAVA_NEXT", "QWEN2_5_VL"));
    BackboneFamilies.all().forEach(family -> names.add('"' + family.id() + '"'));
    assertTrue(names.contains("\"qwen2.5-vl\""), names.toString());
    List<String> found = new ArrayList<>();
    for (String module :
        List.of(
            "core",
            "natives",
            "kernels",
            "media",
            "checkpoint",
            "text",
            "model",
            "pocket",
            "cli")) {
      for (Path source : SourceTree.sources(module)) {
        String text = Files.readString(source);
        boolean own = source.toString().contains("/model/backbone/");
        names.stream()
            .filter(name -> !own && text.contains(name))
            .forEach(name -> found.add(source + " names " + name));
      }
    }
    assertEquals(List.of(), found);
  }

  @Test
  void theModelDrawsNothing() {
    noClasses()
        .that()
        .resideInAPackage("io.qcpruner.model..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("java.awt..", "javax.imageio..", "javax.swing..")
        .check(PROJECT);
  }

  @Test
  void everyPackageSaysWhatMayLiveThere() throws IOException {
    List<Path> silent = new ArrayList<>();
    for (Path folder : SourceTree.packages()) {
      if (!Files.exists(folder.resolve("package-info.java"))) {
        silent.add(folder);
      }
    }
    assertEquals(List.of(), silent);
  }
}
