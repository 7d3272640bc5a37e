package io.qcpruner.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import io.qcpruner.core.prune.Pruner;
import io.qcpruner.core.select.Selector;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * A type is public because another package uses it, because a public type hands it out, or because
 * people outside of this project call it.
 */
final class PublicTypesTest {
  private static final Pattern IMPORT =
      Pattern.compile(
          "^import (?:static )?(io\\.qcpruner\\.[a-z0-9_.]+\\.[A-Z]\\w*)", Pattern.MULTILINE);

  /** Modules that are not on this module's class path; they are users all the same. */
  private static final List<String> USERS =
      List.of("langchain4j", "spark", "bench", "examples", "contracts", "distill");

  /** What is public for a reason that main code does not show. */
  private static final Map<String, String> FOR_OTHERS =
      Map.ofEntries(
          Map.entry("io.qcpruner.cli.Main", "started by the launcher"),
          Map.entry("io.qcpruner.core.layout.TokenLayoutBuilder", "layouts of other engines"),
          Map.entry("io.qcpruner.core.select.SelectorProvider", "selectors of others"),
          Map.entry("io.qcpruner.eval.data.ParquetReader", "tests of spark"),
          Map.entry("io.qcpruner.langchain4j.QcPrunerStreamingChatModel", "programs of others"),
          Map.entry("io.qcpruner.model.MethodFacts", "tests of other packages"),
          Map.entry("io.qcpruner.model.backbone.llava15.Still", "tests of other packages"),
          Map.entry(
              "io.qcpruner.model.backbone.llavavideo.LlavaVideoSpec", "tests of other packages"),
          Map.entry("io.qcpruner.model.backbone.qwen.PatchBlocks", "tests of other packages"),
          Map.entry("io.qcpruner.model.synthetic.TinyFolder", "tests of other modules"));

  private static final JavaClasses PROJECT =
      new ClassFileImporter()
          .withImportOption(new DoNotIncludeTests())
          .importPackages("io.qcpruner");

  @Test
  void publicTypesAreUsedOutsideTheirPackage() throws IOException {
    Set<String> wanted = new HashSet<>(FOR_OTHERS.keySet());
    wanted.addAll(importsOfUsers());
    wanted.addAll(namedAsServices());
    for (JavaClass type : PROJECT) {
      // programs with an engine of their own make these without the registry
      if (type.isAssignableTo(Pruner.class) || type.isAssignableTo(Selector.class)) {
        wanted.add(outermost(type).getName());
      }
      for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
        JavaClass target = outermost(dependency.getTargetClass());
        if (!target.getPackageName().equals(type.getPackageName())) {
          wanted.add(target.getName());
        }
      }
    }
    handedOutBy(wanted);
    Set<String> idle = new TreeSet<>();
    for (JavaClass type : PROJECT) {
      boolean top = type.isTopLevelClass() && type.getModifiers().contains(JavaModifier.PUBLIC);
      // the testkit is there for tests, ours and those of others
      boolean forTests = type.getPackageName().startsWith("io.qcpruner.testkit");
      if (top && !forTests && !isPackageInfo(type) && !wanted.contains(type.getName())) {
        idle.add(type.getName());
      }
    }
    assertEquals(Set.of(), idle, "make them package-private, or say above who calls them");
  }

  private static boolean isPackageInfo(JavaClass type) {
    return type.getSimpleName().equals("package-info");
  }

  /** Adds the types in signatures of wanted types, and in the signatures of those. */
  private static void handedOutBy(Set<String> wanted) {
    Map<String, JavaClass> tops = new TreeMap<>();
    Map<String, List<JavaClass>> parts = new TreeMap<>();
    for (JavaClass type : PROJECT) {
      JavaClass top = outermost(type);
      tops.put(top.getName(), top);
      parts.computeIfAbsent(top.getName(), name -> new ArrayList<>()).add(type);
    }
    Deque<String> open = new ArrayDeque<>(wanted);
    while (!open.isEmpty()) {
      for (JavaClass part : parts.getOrDefault(open.pop(), List.of())) {
        signatures(part)
            .map(type -> outermost(type).getName())
            .filter(tops::containsKey)
            .filter(wanted::add)
            .forEach(open::push);
      }
    }
  }

  private static Stream<JavaClass> signatures(JavaClass type) {
    if (type.getModifiers().contains(JavaModifier.PRIVATE)) {
      return Stream.empty();
    }
    Stream<JavaClass> above =
        Stream.concat(type.getRawSuperclass().stream(), type.getRawInterfaces().stream());
    Stream<JavaClass> members =
        type.getMembers().stream()
            .filter(PublicTypesTest::isVisible)
            .flatMap(member -> member.getAllInvolvedRawTypes().stream());
    Stream<JavaClass> thrown =
        type.getCodeUnits().stream()
            .filter(PublicTypesTest::isVisible)
            .flatMap(unit -> unit.getExceptionTypes().stream());
    return Stream.of(above, members, thrown).flatMap(s -> s);
  }

  private static boolean isVisible(JavaMember member) {
    return member.getModifiers().contains(JavaModifier.PUBLIC)
        || member.getModifiers().contains(JavaModifier.PROTECTED);
  }

  private static JavaClass outermost(JavaClass type) {
    JavaClass top = type.getBaseComponentType();
    while (top.getEnclosingClass().isPresent()) {
      top = top.getEnclosingClass().get();
    }
    return top;
  }

  /** Interfaces that others implement, and our own implementations, as service files name them. */
  private static Set<String> namedAsServices() throws IOException {
    Set<String> names = new HashSet<>();
    for (Path file : SourceTree.services()) {
      names.add(file.getFileName().toString());
      Files.readAllLines(file).forEach(line -> names.add(line.strip().split("\\$")[0]));
    }
    return names;
  }

  private static Set<String> importsOfUsers() throws IOException {
    Set<String> names = new HashSet<>();
    for (String module : USERS) {
      for (Path source : SourceTree.sources(module)) {
        Matcher matcher = IMPORT.matcher(Files.readString(source));
        while (matcher.find()) {
          names.add(matcher.group(1));
        }
      }
    }
    return names;
  }
}
