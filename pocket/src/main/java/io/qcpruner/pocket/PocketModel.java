package io.qcpruner.pocket;

import io.qcpruner.checkpoint.config.Calibration;
import io.qcpruner.model.VisionLanguageModel;
import io.qcpruner.natives.UserCache;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * The embedded model: a small LLaVA that lies in this module as a resource. It is unpacked to the
 * user's cache once, because weights are mapped from a file, and then opened by the same code as
 * any other checkpoint.
 */
public final class PocketModel {

  /** The name that {@code VisionLanguageModel.open} understands. */
  public static final String NAME = "embedded";

  private static final EmbeddedModel MODEL =
      new EmbeddedModel(
          "/io/qcpruner/pocket/model/",
          List.of(
              "config.json",
              "generation_config.json",
              "preprocessor_config.json",
              "tokenizer_config.json",
              "chat_template.json",
              "tokenizer.json",
              Calibration.FILE_NAME,
              "clip/config.json",
              "clip/tokenizer.json",
              "clip/model.safetensors",
              EmbeddedModel.WEIGHTS));

  private PocketModel() {}

  /** Opens the model on the CPU. */
  public static VisionLanguageModel open() throws IOException {
    return VisionLanguageModel.open(unpack());
  }

  /** The model's folder in the user's cache; its name changes with the weights. */
  public static Path unpack() throws IOException {
    return unpackInto(UserCache.ofThisUser());
  }

  /** Unpacks into a cache, or into a folder for this process when the cache can't be written. */
  static Path unpackInto(UserCache cache) throws IOException {
    return MODEL.unpackInto(cache);
  }

  /** Unpacks into a given folder; files that are already there with the same content stay. */
  public static Path unpack(Path folder) throws IOException {
    return MODEL.unpack(folder);
  }

  /** SHA-256 of the weights, as the model card gives it. */
  public static String checksum() throws IOException {
    return MODEL.checksum();
  }
}
