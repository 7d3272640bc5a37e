package io.qcpruner.core.method;

import io.qcpruner.core.prune.Pruner;
import io.qcpruner.core.prune.PruningRefusedException;
import io.qcpruner.core.prune.Setting;
import io.qcpruner.core.prune.Settings;
import io.qcpruner.core.prune.Stage;
import io.qcpruner.core.registry.NamedServices;
import io.qcpruner.core.registry.NearestName;
import io.qcpruner.core.signal.Signal;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** All methods by name: the built-in ones, and those that jars on the class path offer. */
public final class Methods {

  private static final NamedServices<PruningMethod> SERVICES =
      NamedServices.load("method", PruningMethod.class, builtIn(), PruningMethod::name);

  private Methods() {}

  private static List<PruningMethod> builtIn() {
    List<PruningMethod> all = new ArrayList<>(BuiltInMethods.ALL);
    all.addAll(PictureMethods.ALL);
    return List.copyOf(all);
  }

  public static List<PruningMethod> all() {
    return SERVICES.all();
  }

  public static List<String> names() {
    return SERVICES.names();
  }

  /**
   * The method of that name.
   *
   * @throws UnsupportedMethodException that names the nearest name and all known ones
   */
  public static PruningMethod named(String name) {
    try {
      return SERVICES.named(name);
    } catch (IllegalArgumentException e) {
      throw new UnsupportedMethodException(
          e.getMessage() + "; " + MethodSpec.FULL_NAME + " is the unpruned model");
    }
  }

  /** Whether the method of that name has a setting; the unpruned model has none. */
  public static boolean declares(String method, String setting) {
    return !method.equals(MethodSpec.FULL_NAME)
        && named(method).settings().stream().anyMatch(s -> s.name().equals(setting));
  }

  /**
   * The same method with each value in its one form.
   *
   * @throws PruningRefusedException for an unknown method, setting or value
   */
  public static MethodSpec resolve(MethodSpec spec) {
    if (spec.isFull()) {
      return spec;
    }
    Settings settings = resolve(named(spec.name()), spec.settings());
    return new MethodSpec(spec.name(), settings, spec.budget());
  }

  private static Settings resolve(PruningMethod method, Settings given) {
    List<String> known = method.settings().stream().map(Setting::name).toList();
    for (String name : given.names()) {
      if (!known.contains(name)) {
        throw new PruningRefusedException(
            method.name()
                + " has no setting "
                + name
                + NearestName.hint(name, known)
                + (known.isEmpty() ? "; it has none" : "; it has " + String.join(", ", known)));
      }
    }
    Settings settings = given;
    for (Setting<?> setting : method.settings()) {
      settings = settings.canonical(setting);
    }
    return settings;
  }

  /** Makes a method for a backbone with its defaults. */
  public static Pruner create(String name, BackboneFacts backbone) {
    return create(MethodSpec.of(name), backbone);
  }

  /**
   * Makes a method for a backbone.
   *
   * @throws PruningRefusedException that says why it can't be
   */
  public static Pruner create(MethodSpec spec, BackboneFacts backbone) {
    PruningMethod method = named(spec.name());
    Optional<String> reason = method.obstacle(backbone);
    if (reason.isPresent()) {
      UnsupportedMethodException refusal = refused(method, backbone, reason.get());
      boolean textTowerHelps = method.obstacle(backbone.withJointSpace()).isEmpty();
      throw textTowerHelps ? new MissingTextTowerException(refusal.getMessage()) : refusal;
    }
    Settings settings = resolve(method, spec.settings());
    int layer = settings.get(CommonSettings.LAYER, 0);
    if (layer < 0 || layer >= backbone.decoderLayers()) {
      throw new PruningRefusedException(
          "layer %d is out of range: the decoder has layers 0 to %d"
              .formatted(layer, backbone.decoderLayers() - 1));
    }
    Pruner pruner = create(method, backbone, settings);
    for (Stage stage : pruner.stages()) {
      Set<Signal> missing = EnumSet.noneOf(Signal.class);
      missing.addAll(pruner.needs(stage));
      missing.removeAll(backbone.signals());
      if (!missing.isEmpty()) {
        throw refused(method, backbone, "it needs " + missing + ", which this model has not");
      }
    }
    return pruner;
  }

  /** What a method does not accept when it is made is a setting of the caller. */
  private static Pruner create(PruningMethod method, BackboneFacts backbone, Settings settings) {
    try {
      return method.create(backbone, settings);
    } catch (PruningRefusedException e) {
      throw e;
    } catch (IllegalArgumentException e) {
      throw new PruningRefusedException(method.name() + ": " + e.getMessage(), e);
    }
  }

  private static UnsupportedMethodException refused(
      PruningMethod method, BackboneFacts backbone, String reason) {
    return new UnsupportedMethodException(
        method.name() + " can't serve " + backbone.label() + ": " + reason);
  }
}
