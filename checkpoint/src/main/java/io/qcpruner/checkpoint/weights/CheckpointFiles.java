package io.qcpruner.checkpoint.weights;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The weight files of a checkpoint, indexed and checked but not loaded: where every tensor lies, by
 * canonical name. Reads headers only and needs no engine.
 */
public record CheckpointFiles(Path folder, Map<String, LocatedTensor> tensors) {

  private static final Pattern TOWER_LAYER =
      Pattern.compile("vision\\.(?:encoder\\.layers|blocks)\\.(\\d{1,6})\\..*");
  private static final String HEAD = "lm_head.weight";

  public CheckpointFiles {
    tensors = Collections.unmodifiableMap(new LinkedHashMap<>(tensors));
  }

  /**
   * Reads the headers of all weight files.
   *
   * @param canonicalName the canonical name of a tensor from its name in the file, such as {@link
   *     CanonicalNames#of}
   */
  public static CheckpointFiles index(Path folder, UnaryOperator<String> canonicalName)
      throws IOException {
    return new CheckpointFiles(folder, canonical(folder, TensorIndex.read(folder), canonicalName));
  }

  /** A copy with the tower of another checkpoint. */
  public CheckpointFiles withTower(Path towerFolder) throws IOException {
    Map<String, LocatedTensor> all = new LinkedHashMap<>(tensors);
    TensorIndex.read(towerFolder)
        .forEach(
            (name, located) -> {
              String canonical = CanonicalNames.ofTower(name);
              if (canonical != null) {
                all.put(canonical, located);
              }
            });
    return new CheckpointFiles(folder, all);
  }

  /** Whether an output head is stored beside the embedding table. */
  public boolean hasHead() {
    return tensors.keySet().stream().anyMatch(name -> name.startsWith(HEAD));
  }

  /** How many layers the tower inside this checkpoint has; empty if there is no tower inside. */
  public OptionalInt towerLayers() {
    return tensors.keySet().stream()
        .map(TOWER_LAYER::matcher)
        .filter(Matcher::matches)
        .mapToInt(m -> Integer.parseInt(m.group(1)) + 1)
        .max();
  }

  /**
   * Refuses files that lack a tensor or hold it in another shape.
   *
   * @param towerGiven whether a separate tower was added
   */
  public void require(Map<String, long[]> needed, boolean towerGiven) throws WeightsException {
    List<String> missing = new ArrayList<>();
    for (Map.Entry<String, long[]> entry : needed.entrySet()) {
      LocatedTensor found = tensors.get(entry.getKey());
      if (found == null) {
        missing.add(entry.getKey());
      } else if (!isPacked(entry.getKey())) { // else its parts are checked when they are mapped
        checkShape(entry.getKey(), found, entry.getValue());
      }
    }
    if (missing.isEmpty()) {
      return;
    }
    boolean noTower = !towerGiven && missing.stream().allMatch(name -> name.startsWith("vision."));
    String message = folder + ": missing " + Listing.of(missing);
    throw noTower
        ? new MissingTowerException(message + "; this checkpoint needs its vision tower's folder")
        : new WeightsException(message);
  }

  /** Whether a matrix lies here packed, with its factors beside it. */
  public boolean isPacked(String name) {
    return tensors.containsKey(name + PackedManifest.FACTOR);
  }

  /** Whether a tensor is the scales or the factors of a packed matrix. */
  private boolean isPart(String name) {
    String matrix =
        name.endsWith(PackedManifest.SCALE)
            ? name.substring(0, name.length() - PackedManifest.SCALE.length())
            : name.endsWith(PackedManifest.FACTOR)
                ? name.substring(0, name.length() - PackedManifest.FACTOR.length())
                : name;
    return !matrix.equals(name) && tensors.containsKey(matrix) && isPacked(matrix);
  }

  public static void checkShape(String name, LocatedTensor found, long[] wanted)
      throws WeightsException {
    TensorSpec spec = found.stored().spec();
    if (!spec.type().isFloat()) {
      throw new WeightsException(
          "%s: %s (%s) has the number type %s; weights are F32, F16, BF16 or F64"
              .formatted(found.file(), spec.name(), name, spec.type()));
    }
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

  /**
   * Refuses files with a tensor that no part of the model takes: it may be one that changes what
   * the model computes, such as a bias.
   *
   * @param needed tensors that are run
   * @param stored tensors that may be there without being run, such as layers of the tower after
   *     the features
   */
  public void refuseUnknown(Map<String, long[]> needed, Map<String, long[]> stored)
      throws WeightsException {
    int run = layersIn(needed);
    // a tied model may store its head
    List<String> unknown =
        tensors.keySet().stream()
            .filter(name -> !needed.containsKey(name) && !stored.containsKey(name))
            .filter(name -> !name.equals(HEAD) && !CanonicalNames.isIgnored(name))
            .filter(name -> !isPart(name))
            .filter(name -> layer(name).orElse(-1) < run)
            .map(name -> tensors.get(name).stored().spec().name())
            .sorted()
            .toList();
    if (!unknown.isEmpty()) {
      throw new WeightsException(
          "%s: no part of the model takes %s; its numbers would be wrong without"
              .formatted(folder, Listing.of(unknown)));
    }
  }

  /** How many layers of the tower are run. */
  private static int layersIn(Map<String, long[]> needed) {
    return needed.keySet().stream().mapToInt(name -> layer(name).orElse(-1) + 1).max().orElse(0);
  }

  private static OptionalInt layer(String name) {
    Matcher layer = TOWER_LAYER.matcher(name);
    return layer.matches() ? OptionalInt.of(Integer.parseInt(layer.group(1))) : OptionalInt.empty();
  }

  private static Map<String, LocatedTensor> canonical(
      Path folder, Map<String, LocatedTensor> files, UnaryOperator<String> canonicalName)
      throws WeightsException {
    Map<String, LocatedTensor> tensors = new LinkedHashMap<>();
    for (Map.Entry<String, LocatedTensor> entry : files.entrySet()) {
      String name = canonicalName.apply(entry.getKey());
      LocatedTensor other = tensors.put(name, entry.getValue());
      if (other != null) {
        throw new WeightsException(
            "%s: %s and %s are both %s"
                .formatted(folder, other.stored().spec().name(), entry.getKey(), name));
      }
    }
    return tensors;
  }
}
