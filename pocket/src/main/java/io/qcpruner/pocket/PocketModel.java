package io.qcpruner.pocket;

import io.qcpruner.model.VisionLanguageModel;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/**
 * The embedded model: a small LLaVA that lies in this module as a resource. It is unpacked to a
 * folder once, because weights are mapped from a file, and then opened by the same code as any
 * other checkpoint.
 */
public final class PocketModel {

  /** QCPruner's parameters for this model, found on the calibration split (docs/pocket.md). */
  public static final List<String> CALIBRATED = List.of("layer=5", "rho=0");

  private static final String ROOT = "/io/qcpruner/pocket/model/";
  private static final String WEIGHTS = "model.safetensors";
  private static final List<String> FILES =
      List.of(
          "config.json",
          "generation_config.json",
          "preprocessor_config.json",
          "tokenizer_config.json",
          "chat_template.json",
          "tokenizer.json",
          WEIGHTS);

  private PocketModel() {}

  /** Opens the model on the CPU. */
  public static VisionLanguageModel open() throws IOException {
    return VisionLanguageModel.open(unpack());
  }

  /** The model's folder below the temporary directory; its name changes with the weights. */
  public static Path unpack() throws IOException {
    Path base = Path.of(System.getProperty("java.io.tmpdir"));
    return unpack(base.resolve("qcpruner-pocket-" + checksum().substring(0, 16)));
  }

  /** Unpacks into a given folder; files that are already there in full are left alone. */
  public static Path unpack(Path folder) throws IOException {
    Files.createDirectories(folder);
    for (String name : FILES) {
      byte[] bytes = bytes(name);
      Path target = folder.resolve(name);
      if (!Files.exists(target) || Files.size(target) != bytes.length) {
        // two processes may unpack at once: each writes a file of its own and moves it into place
        Path own = Files.createTempFile(folder, name, ".part");
        Files.write(own, bytes);
        Files.move(own, target, StandardCopyOption.REPLACE_EXISTING);
      }
    }
    return folder;
  }

  /** SHA-256 of the weights, as the model card gives it. */
  public static String checksum() throws IOException {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(digest.digest(bytes(WEIGHTS)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  private static byte[] bytes(String name) throws IOException {
    try (InputStream in = PocketModel.class.getResourceAsStream(ROOT + name)) {
      if (in == null) {
        throw new FileNotFoundException("the embedded model lacks " + name);
      }
      return in.readAllBytes();
    }
  }
}
