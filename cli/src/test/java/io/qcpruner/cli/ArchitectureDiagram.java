package io.qcpruner.cli;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/** Modules and packages as they depend on each other in the compiled classes, as text. */
final class ArchitectureDiagram {
  private static final String ROOT = "io.qcpruner.";

  private final Map<String, Set<String>> modules;
  private final Map<String, Set<String>> packages;

  ArchitectureDiagram(JavaClasses classes) {
    this.modules = edges(classes, ArchitectureDiagram::module);
    this.packages = edges(classes, name -> name);
  }

  private static Map<String, Set<String>> edges(
      JavaClasses classes, Function<String, String> node) {
    Map<String, Set<String>> edges = new TreeMap<>();
    for (JavaClass javaClass : classes) {
      String from = node.apply(javaClass.getPackageName());
      Set<String> targets = edges.computeIfAbsent(from, name -> new TreeSet<>());
      for (Dependency dependency : javaClass.getDirectDependenciesFromSelf()) {
        String target = dependency.getTargetClass().getPackageName();
        if (target.startsWith(ROOT) && !node.apply(target).equals(from)) {
          targets.add(node.apply(target));
        }
      }
    }
    return edges;
  }

  private static String module(String packageName) {
    return packageName.substring(ROOT.length()).split("\\.")[0];
  }

  /** A Mermaid graph of modules; an arrow that others imply is left out. */
  List<String> moduleGraph() {
    List<String> lines = new ArrayList<>(List.of("```mermaid", "graph TD"));
    modules.forEach(
        (from, targets) ->
            targets.stream()
                .filter(to -> targets.stream().noneMatch(other -> reaches(other, to)))
                .forEach(to -> lines.add("  " + from + " --> " + to)));
    lines.add("```");
    return lines;
  }

  private boolean reaches(String from, String to) {
    return !from.equals(to)
        && modules.getOrDefault(from, Set.of()).stream()
            .anyMatch(next -> next.equals(to) || reaches(next, to));
  }

  /** The packages of each module by level; a package uses packages of lower levels only. */
  List<String> packageLevels() {
    List<String> lines = new ArrayList<>(List.of("```"));
    for (String module : modules.keySet()) {
      Map<Integer, Set<String>> levels = new TreeMap<>();
      packages.keySet().stream()
          .filter(name -> module(name).equals(module))
          .forEach(
              name ->
                  levels.computeIfAbsent(level(name), l -> new TreeSet<>()).add(shortName(name)));
      List<String> parts = levels.values().stream().map(names -> String.join(" ", names)).toList();
      lines.add("%-11s %s".formatted(module, String.join(" < ", parts)));
    }
    lines.add("```");
    return lines;
  }

  private int level(String name) {
    return packages.getOrDefault(name, Set.of()).stream()
        .filter(target -> module(target).equals(module(name)))
        .mapToInt(target -> 1 + level(target))
        .max()
        .orElse(0);
  }

  /** The name within its module; a dot for the module's own package. */
  private static String shortName(String name) {
    String module = module(name);
    String within = name.substring(ROOT.length() + module.length());
    return within.isEmpty() ? "." : within.substring(1);
  }
}
