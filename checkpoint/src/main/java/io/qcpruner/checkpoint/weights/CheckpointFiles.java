package io.qcpruner.checkpoint.weights;

import io.qcpruner.checkpoint.config.BackboneConfig;
import io.qcpruner.checkpoint.config.ConfigReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The files of a checkpoint, understood and checked but not loaded: its configuration and where
 * every tensor lies, by canonical name. Reads headers only and needs no engine.
 *
 * @param unknown names that no part of the model uses, as found
 */
public record CheckpointFiles(
    Path folder, BackboneConfig config, Map<String, LocatedTensor> tensors, List<String> unknown) {

  private static final System.Logger LOG = System.getLogger(CheckpointFiles.class.getName());
  private static final Pattern TOWER_LAYER =
      Pattern.compile("vision\\.(?:encoder\\.layers|blocks)\\.(\\d{1,6})\\..*");
  private static final String HEAD = "lm_head.weight";

  /**
   * Reads and checks a checkpoint.
   *
   * @param towerFolder the separate vision tower of an original LLaVA checkpoint, or null
   */
  public static CheckpointFiles read(Path folder, Path towerFolder) throws IOException {
    // the cheaper and more telling error first
    ConfigReader.read(folder, towerFolder, OptionalInt.empty());
    Map<String, LocatedTensor> tensors = canonical(folder, TensorIndex.read(folder));
    OptionalInt storedLayers = towerLayers(tensors);
    BackboneConfig config = ConfigReader.read(folder, towerFolder, storedLayers);
    if (towerFolder != null && storedLayers.isEmpty()) {
      addTower(tensors, towerFolder);
    }
    Map<String, long[]> needed = TensorInventory.of(config);
    checkPresent(folder, needed, tensors, towerFolder);
    return new CheckpointFiles(folder, config, tensors, unknown(folder, needed, tensors));
  }

  /** The tower that has to be given beside this checkpoint, because it holds none itself. */
  public static Optional<String> missingTower(Path folder) throws IOException {
    Optional<String> named = ConfigReader.namedTower(folder);
    if (named.isEmpty() || towerLayers(canonical(folder, TensorIndex.read(folder))).isPresent()) {
      return Optional.empty();
    }
    return named;
  }

  private static Map<String, LocatedTensor> canonical(Path folder, Map<String, LocatedTensor> files)
      throws WeightsException {
    Map<String, LocatedTensor> tensors = new LinkedHashMap<>();
    for (Map.Entry<String, LocatedTensor> entry : files.entrySet()) {
      String name = CanonicalNames.of(entry.getKey());
      LocatedTensor other = tensors.put(name, entry.getValue());
      if (other != null) {
        throw new WeightsException(
            "%s: %s and %s are both %s"
                .formatted(folder, other.stored().spec().name(), entry.getKey(), name));
      }
    }
    return tensors;
  }

  private static void addTower(Map<String, LocatedTensor> tensors, Path towerFolder)
      throws IOException {
    TensorIndex.read(towerFolder)
        .forEach(
            (name, located) -> {
              String canonical = CanonicalNames.ofTower(name);
              if (canonical != null) {
                tensors.put(canonical, located);
              }
            });
  }

  /** How many layers the tower inside this checkpoint has; empty if there is no tower inside. */
  private static OptionalInt towerLayers(Map<String, LocatedTensor> tensors) {
    return tensors.keySet().stream()
        .map(TOWER_LAYER::matcher)
        .filter(Matcher::matches)
        .mapToInt(m -> Integer.parseInt(m.group(1)) + 1)
        .max();
  }

  private static void checkPresent(
      Path folder, Map<String, long[]> needed, Map<String, LocatedTensor> tensors, Path towerFolder)
      throws WeightsException {
    List<String> missing = new ArrayList<>();
    for (Map.Entry<String, long[]> entry : needed.entrySet()) {
      LocatedTensor found = tensors.get(entry.getKey());
      if (found == null) {
        missing.add(entry.getKey());
      } else {
        checkShape(entry.getKey(), found, entry.getValue());
      }
    }
    if (missing.isEmpty()) {
      return;
    }
    boolean noTower =
        towerFolder == null && missing.stream().allMatch(name -> name.startsWith("vision."));
    throw new WeightsException(
        "%s: missing %s%s"
            .formatted(
                folder,
                Listing.of(missing),
                noTower ? "; this checkpoint needs its vision tower's folder (--tower)" : ""));
  }

  public static void checkShape(String name, LocatedTensor found, long[] wanted)
      throws WeightsException {
    TensorSpec spec = found.stored().spec();
    if (!Arrays.equals(spec.shape(), wanted)) {
      throw new WeightsException(
          "%s: %s (%s) has shape %s, the configuration asks for %s"
              .formatted(
                  found.file(),
                  spec.name(),
                  name,
                  Arrays.toString(spec.shape()),
                  Arrays.toString(wanted)));
    }
  }

  private static List<String> unknown(
      Path folder, Map<String, long[]> needed, Map<String, LocatedTensor> tensors) {
    // layers of the tower beyond the feature layer are never run; a tied model may store its head
    List<String> unknown =
        tensors.keySet().stream()
            .filter(name -> !needed.containsKey(name) && !name.equals(HEAD))
            .filter(name -> !CanonicalNames.isIgnored(name))
            .filter(name -> !TOWER_LAYER.matcher(name).matches())
            .map(name -> tensors.get(name).stored().spec().name())
            .sorted()
            .toList();
    if (!unknown.isEmpty()) {
      LOG.log(
          System.Logger.Level.WARNING,
          "{0}: ignoring tensors of unknown use: {1}",
          folder,
          Listing.of(unknown));
    }
    return unknown;
  }
}
