package io.qcpruner.model;

import io.qcpruner.checkpoint.hub.DownloadProgress;
import io.qcpruner.checkpoint.hub.Hub;
import io.qcpruner.core.registry.NearestName;
import io.qcpruner.model.backbone.BackboneCheckpoint;
import io.qcpruner.model.backbone.BackboneFamilies;
import io.qcpruner.model.backbone.PublishedModel;
import io.qcpruner.model.nn.Placement;
import io.qcpruner.model.nn.WeightKind;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A serializable description of a model to open. An empty text means that nothing was given.
 *
 * <pre>{@code
 * ModelReference.of("llava-hf/llava-1.5-7b-hf").withWeights("int8")
 * }</pre>
 *
 * @param model a folder, a hub's name such as {@code ORG/NAME}, or the name of an embedded model; a
 *     folder that is called like an embedded model is written {@code ./embedded}
 * @param tower vision tower of an original LLaVA checkpoint that carries none
 * @param clip CLIP folder, for cdpruner
 * @param siglip SigLIP folder, for fastvid
 * @param keywords model2vec folder for query anchors
 * @param device where the model runs: {@code cpu}, {@code cuda} or {@code cuda:N}
 * @param weights how large matrices are kept: {@code stored}, {@code half}, {@code int8} or {@code
 *     int4}
 * @param hub where names are looked up
 */
public record ModelReference(
    String model,
    String tower,
    String clip,
    String siglip,
    String keywords,
    String device,
    String weights,
    HubChoice hub)
    implements Serializable {

  public ModelReference {
    if (model.isBlank()) {
      throw new IllegalArgumentException(
          "a model is a folder, ORG/NAME or one of %s, not \"%s\""
              .formatted(NamedModel.names(), model));
    }
  }

  /** A model on the CPU with weights as stored. */
  public static ModelReference of(String model) {
    return new ModelReference(model, "", "", "", "", "cpu", "stored", HubChoice.ENVIRONMENT);
  }

  /** The checkpoint folder, downloaded if need be. */
  public Path folder(DownloadProgress progress) throws IOException {
    return folder(new Hub(hub.settings(), progress));
  }

  private Path folder(Hub models) throws IOException {
    Optional<Path> embedded = NamedModel.unpack(model);
    if (embedded.isEmpty() && !models.understands(model)) {
      throw new IllegalArgumentException(
          model + " is neither a folder nor of the form ORG/NAME" + meant());
    }
    return embedded.isPresent() ? embedded.get() : models.resolve(model);
  }

  /** The model that a mistyped or shortened name stands for. */
  private String meant() {
    for (PublishedModel published : BackboneFamilies.published()) {
      if (published.name().endsWith("/" + model)) {
        return "; did you mean " + published.name() + "?";
      }
    }
    return NearestName.hint(model, NamedModel.names());
  }

  /** The folder of a vision tower that is apart, downloaded if need be. */
  public Optional<Path> towerFolder(DownloadProgress progress) throws IOException {
    Hub models = new Hub(hub.settings(), progress);
    return towerFolder(models, folder(models));
  }

  /** Opens the model; a wrong setting is reported before anything is downloaded. */
  public VisionLanguageModel open(DownloadProgress progress) throws IOException {
    return open(progress, ChatFormat.CHECKPOINT);
  }

  /**
   * The same.
   *
   * @param chat the format of its prompts
   */
  public VisionLanguageModel open(DownloadProgress progress, ChatFormat chat) throws IOException {
    Placement placement = Placement.named(device);
    WeightKind kind = WeightKind.named(weights);
    for (String folder : List.of(clip, siglip, keywords)) {
      if (!folder.isEmpty() && !Files.isDirectory(Path.of(folder))) {
        throw new NoSuchFileException(folder);
      }
    }
    Hub models = new Hub(hub.settings(), progress);
    Path folder = folder(models);
    ModelFolders folders =
        new ModelFolders(
            folder, towerFolder(models, folder), path(clip), path(siglip), path(keywords), chat);
    return VisionLanguageModel.open(folders, placement, kind);
  }

  private Optional<Path> towerFolder(Hub models, Path folder) throws IOException {
    if (!tower.isEmpty()) {
      return Optional.of(models.resolve(tower));
    }
    Optional<String> named = BackboneCheckpoint.missingTower(folder);
    return named.isEmpty() ? Optional.empty() : Optional.of(models.resolve(named.get()));
  }

  private static Optional<Path> path(String text) {
    return text.isEmpty() ? Optional.empty() : Optional.of(Path.of(text));
  }

  /**
   * The model's name in records: as it was given, or the last part of its folder.
   *
   * @param folder what {@link #folder} returned
   */
  public String displayName(Path folder) {
    boolean given = NamedModel.names().contains(model) || !Files.isDirectory(Path.of(model));
    return given ? model : folder.toAbsolutePath().normalize().getFileName().toString();
  }

  public ModelReference withModel(String other) {
    return new ModelReference(other, tower, clip, siglip, keywords, device, weights, hub);
  }

  public ModelReference withTower(String other) {
    return new ModelReference(model, other, clip, siglip, keywords, device, weights, hub);
  }

  public ModelReference withClip(String folder) {
    return new ModelReference(model, tower, folder, siglip, keywords, device, weights, hub);
  }

  public ModelReference withSiglip(String folder) {
    return new ModelReference(model, tower, clip, folder, keywords, device, weights, hub);
  }

  public ModelReference withKeywords(String folder) {
    return new ModelReference(model, tower, clip, siglip, folder, device, weights, hub);
  }

  public ModelReference withDevice(String other) {
    return new ModelReference(model, tower, clip, siglip, keywords, other, weights, hub);
  }

  public ModelReference withWeights(String kind) {
    return new ModelReference(model, tower, clip, siglip, keywords, device, kind, hub);
  }

  public ModelReference withHub(HubChoice other) {
    return new ModelReference(model, tower, clip, siglip, keywords, device, weights, other);
  }
}
