package io.qcpruner.tasks;

import io.qcpruner.checkpoint.hub.DownloadProgress;
import io.qcpruner.checkpoint.hub.Hub;
import io.qcpruner.core.registry.NearestName;
import io.qcpruner.model.ModelFolders;
import io.qcpruner.model.VisionLanguageModel;
import io.qcpruner.model.backbone.BackboneCheckpoint;
import io.qcpruner.model.backbone.BackboneFamilies;
import io.qcpruner.model.backbone.PublishedModel;
import io.qcpruner.model.nn.Placement;
import io.qcpruner.model.nn.WeightKind;
import io.qcpruner.pocket.PocketClips;
import io.qcpruner.pocket.PocketModel;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A model as a user names it. Empty texts mean: not given.
 *
 * @param model folder, hub's name, {@link #EMBEDDED} or {@link #EMBEDDED_CLIPS}
 * @param tower vision tower of an original LLaVA checkpoint that carries none
 * @param clip CLIP folder, for cdpruner
 * @param siglip SigLIP folder, for fastvid
 * @param keywords model2vec folder for query anchors
 * @param device where it runs
 * @param weights how large matrices are kept
 */
public record ModelWords(
    String model,
    String tower,
    String clip,
    String siglip,
    String keywords,
    String device,
    String weights,
    HubWords hub)
    implements Serializable {

  /** The name of the embedded model; a folder of that name is {@code ./embedded}. */
  public static final String EMBEDDED = "embedded";

  /** The name of the embedded model for clips. */
  public static final String EMBEDDED_CLIPS = "embedded-clips";

  public ModelWords {
    if (model.isBlank()) {
      throw new IllegalArgumentException(
          "a model is a folder, ORG/NAME, %s or %s, not \"%s\""
              .formatted(EMBEDDED, EMBEDDED_CLIPS, model));
    }
  }

  /** The embedded model, or a folder, on the CPU with weights as stored. */
  public static ModelWords of(String model) {
    return new ModelWords(model, "", "", "", "", "cpu", "stored", HubWords.NONE);
  }

  /** The checkpoint folder, downloaded if need be. */
  public Path folder(DownloadProgress progress) throws IOException {
    return folder(new Hub(hub.settings(), progress));
  }

  private Path folder(Hub models) throws IOException {
    Optional<Path> inside = embedded(model);
    if (inside.isEmpty() && !models.understands(model)) {
      throw new IllegalArgumentException(
          model + " is neither a folder nor of the form ORG/NAME" + meant());
    }
    return inside.isPresent() ? inside.get() : models.resolve(model);
  }

  /** The model that a mistyped or shortened name stands for. */
  private String meant() {
    for (PublishedModel published : BackboneFamilies.published()) {
      if (published.name().endsWith("/" + model)) {
        return "; did you mean " + published.name() + "?";
      }
    }
    return NearestName.hint(model, List.of(EMBEDDED, EMBEDDED_CLIPS));
  }

  /** The folder of a model inside this program, unpacked; empty if the name means none. */
  public static Optional<Path> embedded(String name) throws IOException {
    return switch (name) {
      case EMBEDDED -> Optional.of(PocketModel.unpack());
      case EMBEDDED_CLIPS -> Optional.of(PocketClips.unpack());
      default -> Optional.empty();
    };
  }

  /** The folder of a vision tower that is apart, downloaded if need be. */
  public Optional<Path> tower(DownloadProgress progress) throws IOException {
    Hub models = new Hub(hub.settings(), progress);
    return tower(models, folder(models));
  }

  public VisionLanguageModel open(DownloadProgress progress) throws IOException {
    // whatever is wrong with these is said before a model is downloaded
    Placement placement = Placement.named(device);
    WeightKind kind = WeightKind.named(weights);
    for (String folder : List.of(clip, siglip, keywords)) {
      if (!folder.isEmpty() && !Files.isDirectory(Path.of(folder))) {
        throw new NoSuchFileException(folder);
      }
    }
    Hub models = new Hub(hub.settings(), progress);
    Path folder = folder(models);
    return VisionLanguageModel.open(
        new ModelFolders(folder, tower(models, folder), path(clip), path(siglip), path(keywords)),
        placement,
        kind);
  }

  private Optional<Path> tower(Hub models, Path folder) throws IOException {
    if (!tower.isEmpty()) {
      return Optional.of(models.resolve(tower));
    }
    Optional<String> named = BackboneCheckpoint.missingTower(folder);
    return named.isEmpty() ? Optional.empty() : Optional.of(models.resolve(named.get()));
  }

  private static Optional<Path> path(String text) {
    return text.isEmpty() ? Optional.empty() : Optional.of(Path.of(text));
  }

  /** The model's name in records: as it was given, or the last part of its folder. */
  String name(Path folder) {
    boolean given =
        model.equals(EMBEDDED)
            || model.equals(EMBEDDED_CLIPS)
            || !Files.isDirectory(Path.of(model));
    return given ? model : folder.toAbsolutePath().normalize().getFileName().toString();
  }

  /** With weights as they are in the file: mapped, not packed. */
  public ModelWords asStored() {
    return new ModelWords(model, tower, clip, siglip, keywords, device, "stored", hub);
  }

  ModelWords withModel(String other) {
    return new ModelWords(other, tower, clip, siglip, keywords, device, weights, hub);
  }

  public ModelWords withHub(HubWords other) {
    return new ModelWords(model, tower, clip, siglip, keywords, device, weights, other);
  }
}
