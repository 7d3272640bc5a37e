package io.qcpruner.pocket;

import io.qcpruner.checkpoint.config.Calibration;
import io.qcpruner.model.VisionLanguageModel;
import io.qcpruner.natives.UserCache;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** The embedded model for clips: a small LLaVA-Video, kept and opened as {@link PocketModel} is. */
public final class PocketClips {

  /** The name that {@code VisionLanguageModel.open} understands. */
  public static final String NAME = "embedded-clips";

  private static final EmbeddedModel MODEL =
      new EmbeddedModel(
          "/io/qcpruner/pocket/clips/",
          List.of(
              "config.json",
              "generation_config.json",
              "preprocessor_config.json",
              "tokenizer_config.json",
              "tokenizer.json",
              Calibration.FILE_NAME,
              "siglip/config.json",
              "siglip/model.safetensors",
              EmbeddedModel.WEIGHTS));

  private PocketClips() {}

  /** Opens the model on the CPU. */
  public static VisionLanguageModel open() throws IOException {
    return VisionLanguageModel.open(unpack());
  }

  /** The model's folder in the user's cache; its name changes with the weights. */
  public static Path unpack() throws IOException {
    return MODEL.unpackInto(UserCache.ofThisUser());
  }

  /** SHA-256 of the weights. */
  public static String checksum() throws IOException {
    return MODEL.checksum();
  }
}
