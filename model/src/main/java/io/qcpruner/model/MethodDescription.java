package io.qcpruner.model;

import io.qcpruner.core.method.BackboneFacts;
import io.qcpruner.core.method.Methods;
import io.qcpruner.core.method.PruningMethod;
import io.qcpruner.core.prune.Pruner;
import io.qcpruner.core.prune.PruningRefusedException;
import io.qcpruner.core.prune.Setting;
import io.qcpruner.core.prune.Source;
import io.qcpruner.core.prune.Stage;
import io.qcpruner.core.signal.Signal;
import io.qcpruner.model.backbone.BackboneFamilies;
import io.qcpruner.model.backbone.BackboneFamily;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a list of methods says of one. Stages and signals are those of the model it is described
 * for; of a method that can't serve that model, those of the first family that it can.
 *
 * @param about one line
 * @param obstacle why it can't serve the model, if it can't
 * @param acts where it acts, in order
 * @param needs the signals that it must be given, by name
 * @param serves the families that it can serve, where what it needs beside a checkpoint is there
 * @param source empty if it serves neither the model nor a family
 */
public record MethodDescription(
    String name,
    String about,
    Optional<String> obstacle,
    List<String> acts,
    List<String> needs,
    List<String> serves,
    Optional<Source> source,
    List<Setting<?>> settings) {

  /** A budget that every method can meet, on every model. */
  public static final String EXAMPLE_BUDGET = "25%";

  public MethodDescription {
    acts = List.copyOf(acts);
    needs = List.copyOf(needs);
    serves = List.copyOf(serves);
    settings = List.copyOf(settings);
  }

  /** All methods, as they are on a model. */
  public static List<MethodDescription> all(BackboneFacts backbone) {
    Map<String, BackboneFacts> families = families();
    return Methods.all().stream().map(method -> of(method, backbone, families)).toList();
  }

  /** A method, as it is on a model. */
  public static MethodDescription of(PruningMethod method, BackboneFacts backbone) {
    return of(method, backbone, families());
  }

  private static MethodDescription of(
      PruningMethod method, BackboneFacts backbone, Map<String, BackboneFacts> families) {
    Optional<String> obstacle = obstacle(method, backbone);
    List<String> serves =
        families.keySet().stream()
            .filter(family -> obstacle(method, families.get(family)).isEmpty())
            .toList();
    Optional<Pruner> pruner =
        (obstacle.isEmpty()
                ? Optional.of(backbone)
                : serves.stream().findFirst().map(families::get))
            .map(facts -> Methods.create(method.name(), facts));
    return new MethodDescription(
        method.name(),
        method.summary(),
        obstacle,
        pruner.map(MethodDescription::acts).orElse(List.of()),
        pruner.map(MethodDescription::needs).orElse(List.of()),
        serves,
        pruner.map(Pruner::source),
        method.settings());
  }

  /** The largest published model of each family, by the family's name. */
  private static Map<String, BackboneFacts> families() {
    Map<String, BackboneFacts> out = new LinkedHashMap<>();
    for (BackboneFamily family : BackboneFamilies.all()) {
      MethodFacts.published(family).ifPresent(facts -> out.put(family.label(), facts));
    }
    return out;
  }

  /** How it is chosen on a command line, with a budget that it can meet. */
  public String example() {
    return name + "@" + EXAMPLE_BUDGET;
  }

  private static Optional<String> obstacle(PruningMethod method, BackboneFacts backbone) {
    try {
      Optional<String> known = method.obstacle(backbone);
      if (known.isEmpty()) {
        Methods.create(method.name(), backbone);
      }
      return known;
    } catch (PruningRefusedException e) {
      return Optional.of(e.getMessage());
    }
  }

  private static List<String> acts(Pruner pruner) {
    return pruner.stages().stream().map(Stage::toString).toList();
  }

  private static List<String> needs(Pruner pruner) {
    Set<Signal> all = new TreeSet<>();
    pruner.stages().forEach(stage -> all.addAll(pruner.needs(stage)));
    Set<String> names = new LinkedHashSet<>();
    all.forEach(signal -> names.add(signal.name().toLowerCase(Locale.ROOT)));
    return List.copyOf(names);
  }
}
