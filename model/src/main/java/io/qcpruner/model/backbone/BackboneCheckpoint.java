package io.qcpruner.model.backbone;

import io.qcpruner.checkpoint.config.ConfigFiles;
import io.qcpruner.checkpoint.config.ConfigNode;
import io.qcpruner.checkpoint.weights.CheckpointFiles;
import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.model.nn.ModuleFactory;
import io.qcpruner.model.nn.Placement;
import io.qcpruner.model.nn.ResourceStack;
import io.qcpruner.model.nn.WeightKind;
import io.qcpruner.model.weights.Checkpoint;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * A checkpoint folder that a family recognised: its description and its mapped weights. Owns the
 * native memory of the weights and of every model that was built on them.
 */
public final class BackboneCheckpoint implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(BackboneCheckpoint.class.getName());

  private final BackboneSpec spec;
  private final Checkpoint weights;
  private final ResourceStack open = new ResourceStack();

  private BackboneCheckpoint(BackboneSpec spec, Checkpoint weights) {
    this.spec = spec;
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
    ConfigFiles configuration = ConfigFiles.read(folder, towerFolder);
    // the cheaper and more telling error first
    BackboneSpec assumed = BackboneFamilies.read(configuration);
    CheckpointFiles files = CheckpointFiles.index(folder, assumed.family()::canonicalName);
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
    return new BackboneCheckpoint(spec, new Checkpoint(files, spec.config().decoder().tiedHead()));
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
            && CheckpointFiles.index(folder, family::canonicalName).towerLayers().isPresent();
    return inside ? Optional.empty() : named;
  }

  public BackboneSpec spec() {
    return spec;
  }

  public Checkpoint weights() {
    return weights;
  }

  /** A model on these weights; it must not be used after closing. */
  public Backbone build(Placement placement, WeightKind kind) throws WeightsException {
    ModuleFactory modules = open.add(new ModuleFactory(weights, placement, kind));
    return modules.build(() -> spec.build(modules));
  }

  /** Gives up the weights and every model that was built on them. */
  @Override
  public void close() {
    open.close();
  }
}
