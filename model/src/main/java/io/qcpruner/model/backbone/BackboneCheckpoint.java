package io.qcpruner.model.backbone;

import io.qcpruner.checkpoint.config.ConfigFiles;
import io.qcpruner.checkpoint.config.ConfigNode;
import io.qcpruner.checkpoint.weights.CheckpointFiles;
import io.qcpruner.checkpoint.weights.PackedManifest;
import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.model.nn.ModuleFactory;
import io.qcpruner.model.nn.Placement;
import io.qcpruner.model.nn.ResourceStack;
import io.qcpruner.model.nn.WeightKind;
import io.qcpruner.model.weights.Checkpoint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * A checkpoint folder that a family recognised: its description and its mapped weights. Owns the
 * native memory of the weights and of every model that was built on them.
 */
public final class BackboneCheckpoint implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(BackboneCheckpoint.class.getName());

  private final BackboneSpec spec;
  private final CheckpointFiles files;
  private final Checkpoint weights;
  private final Optional<PackedManifest> packed;
  private final ResourceStack open = new ResourceStack();

  private BackboneCheckpoint(
      BackboneSpec spec,
      CheckpointFiles files,
      Checkpoint weights,
      Optional<PackedManifest> packed) {
    this.spec = spec;
    this.files = files;
    this.packed = packed;
    this.weights = open.add(weights);
  }

  public static BackboneCheckpoint open(Path folder) throws IOException {
    return open(folder, null);
  }

  /**
   * Reads the configuration and every header, and checks that all tensors are there in the right
   * shape.
   *
   * @param towerFolder the separate vision tower of an original LLaVA checkpoint, or null; a tower
   *     inside the checkpoint is preferred, because it was fine-tuned
   */
  public static BackboneCheckpoint open(Path folder, Path towerFolder) throws IOException {
    Optional<PackedManifest> packed = PackedManifest.checked(folder);
    ConfigFiles configuration =
        ConfigFiles.read(folder, packed.isPresent() ? packedTower(folder) : towerFolder);
    // the cheaper and more telling error first
    BackboneSpec assumed = BackboneFamilies.read(configuration);
    CheckpointFiles files = CheckpointFiles.index(folder, names(packed, assumed.family()));
    if (!assumed.config().decoder().tiedHead() && !files.hasHead()) {
      LOG.log(
          System.Logger.Level.WARNING,
          "{0}: there is no output head (lm_head.weight), though config.json says that it is not"
              + " tied to the embedding table; the table serves as the head",
          folder);
      configuration = configuration.withTiedHead();
    }
    if (assumed.config().decoder().tiedHead()
        && files.hasHead()
        && !assumed.family().saysTied(configuration.config())) {
      LOG.log(
          System.Logger.Level.INFO,
          "{0}: config.json does not say whether the output head is tied to the embedding table;"
              + " the stored lm_head.weight serves as the head",
          folder);
      configuration = configuration.withTiedHead(false);
    }
    BackboneSpec spec =
        BackboneFamilies.read(configuration.withStoredTowerLayers(files.towerLayers()));
    if (towerFolder != null && files.towerLayers().isEmpty()) {
      files = files.withTower(towerFolder);
    }
    Map<String, long[]> needed = spec.tensors();
    files.require(needed, towerFolder != null);
    files.refuseUnknown(needed, spec.storedTensors());
    spec.preprocessorDifferences()
        .forEach(
            line ->
                LOG.log(
                    System.Logger.Level.WARNING,
                    "{0}: preprocessor_config.json: {1}",
                    folder,
                    line));
    Checkpoint weights =
        new Checkpoint(files, spec.config().decoder().tiedHead(), packed.isPresent());
    return new BackboneCheckpoint(spec, files, weights, packed);
  }

  /**
   * Where a packed folder keeps the configuration of a tower that was apart; null if it was not.
   */
  private static Path packedTower(Path folder) {
    Path tower = folder.resolve(PackedManifest.TOWER);
    return Files.isDirectory(tower) ? tower : null;
  }

  /** Packed weights are written under canonical names. */
  private static UnaryOperator<String> names(
      Optional<PackedManifest> packed, BackboneFamily family) {
    return packed.isPresent() ? UnaryOperator.identity() : family::canonicalName;
  }

  /**
   * Fails when a weight file was cut, written to or replaced since it was mapped; requests ask this
   * before they read.
   */
  public void requireUnchanged() throws WeightsException {
    weights.requireUnchanged();
  }

  /**
   * The name of the vision tower that must be given when this folder is opened, because its weights
   * are elsewhere; empty for checkpoints that hold their tower.
   */
  public static Optional<String> missingTower(Path folder) throws IOException {
    ConfigNode config = ConfigFiles.read(folder).config();
    BackboneFamily family = BackboneFamilies.of(config);
    Optional<String> named = family.namedTower(config);
    boolean inside =
        named.isPresent()
            && CheckpointFiles.index(folder, names(PackedManifest.checked(folder), family))
                .towerLayers()
                .isPresent();
    return inside ? Optional.empty() : named;
  }

  public BackboneSpec spec() {
    return spec;
  }

  public Checkpoint weights() {
    return weights;
  }

  /** Where every tensor lies. */
  public CheckpointFiles files() {
    return files;
  }

  /** How the weights of this folder are packed; empty if they are not. */
  public Optional<PackedManifest> packed() {
    return packed;
  }

  /**
   * A model on these weights; it must not be used after closing.
   *
   * @param kind how to keep large matrices; packed ones stay as they are, and no other kind can be
   *     made of them
   */
  public Backbone build(Placement placement, WeightKind kind) throws WeightsException {
    ModuleFactory modules = open.add(new ModuleFactory(weights, placement, kindOf(kind)));
    return modules.build(() -> spec.build(modules));
  }

  private WeightKind kindOf(WeightKind wanted) {
    if (packed.isEmpty()) {
      return wanted;
    }
    WeightKind held = WeightKind.named(packed.get().weights());
    if (wanted != WeightKind.STORED && wanted != held) {
      throw new IllegalArgumentException(
          "%s is packed as %s; for %s use the folder that it was packed from"
              .formatted(weights.folder(), held.text(), wanted.text()));
    }
    return held;
  }

  /** The names of all matrices of linear maps, in no particular order. */
  public List<String> matrices() throws WeightsException {
    try (ModuleFactory modules =
        new ModuleFactory(weights, Placement.cpu(), WeightKind.STORED, 1)) {
      modules.build(() -> spec.build(modules));
      return modules.matrices();
    }
  }

  /** Gives up the weights and every model that was built on them. */
  @Override
  public void close() {
    open.close();
  }
}
