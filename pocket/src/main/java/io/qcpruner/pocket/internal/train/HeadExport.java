package io.qcpruner.pocket.internal.train;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * What a stand-alone SigLIP has after its tower, the last norm and the pooling head, as a folder in
 * its layout: LLaVA-Video checkpoints carry neither.
 */
final class HeadExport {

  /** Beside the model's files. */
  static final String FOLDER = "siglip";

  private HeadExport() {}

  static boolean isHead(String name) {
    return name.startsWith("vision.head.") || name.startsWith("vision.post_layernorm.");
  }

  static boolean isIn(Parameters parameters) {
    return parameters.has("vision.head.probe");
  }

  static void write(Parameters parameters, ObjectNode visionConfig, Path folder)
      throws IOException {
    CompanionExport.write(parameters, HeadExport::isHead, Map.of(), folder);
    ObjectNode root = JsonNodeFactory.instance.objectNode().put("model_type", "siglip");
    root.set("vision_config", visionConfig.put("vision_use_head", true));
    Files.writeString(folder.resolve("config.json"), root.toPrettyString() + "\n");
  }
}
