package io.qcpruner.pocket.internal.train;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.qcpruner.checkpoint.config.ClipTextConfig;
import io.qcpruner.checkpoint.weights.SafetensorsFile;
import io.qcpruner.checkpoint.weights.StoredTensor;
import io.qcpruner.checkpoint.weights.TensorSpec;
import io.qcpruner.model.nn.Placement;
import io.qcpruner.model.nn.Tensors;
import io.qcpruner.pocket.PocketShape;
import io.qcpruner.pocket.internal.token.TokenizerJson;
import io.qcpruner.pocket.internal.token.Words;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * The text half of the joint space as a folder in the CLIP layout: text tower, both projections and
 * the norm in front of the visual one. The vision tower itself lies in the model's own file.
 */
final class CaptionExport {

  /** Beside the model's files. */
  static final String FOLDER = "clip";

  private static final String NORM = "vision.post_layernorm.";

  private CaptionExport() {}

  static boolean isCaption(String name) {
    return name.startsWith("text_") || name.startsWith("visual_") || name.startsWith(NORM);
  }

  static void write(Parameters parameters, Path folder) throws IOException {
    float scale = (float) Math.log(CaptionLoss.SCALE);
    CompanionExport.write(
        parameters, CaptionExport::isCaption, Map.of("logit_scale", scale), folder);
    Files.writeString(folder.resolve("tokenizer.json"), TokenizerJson.ofCaptions(Words.load()));
    Files.writeString(folder.resolve("config.json"), config());
  }

  static void read(SafetensorsFile file, Parameters target) throws IOException {
    for (StoredTensor stored : file.tensors().values()) {
      TensorSpec spec = stored.spec();
      String name = spec.name().replace("vision_model.", "vision.");
      if (isCaption(name)) {
        float[] values = file.floats(spec.name());
        target.put(name, Tensors.ofFloats(values, Placement.cpu(), spec.shape()));
      }
    }
  }

  private static String config() {
    ClipTextConfig c = PocketShape.captions();
    ObjectNode root = JsonNodeFactory.instance.objectNode().put("model_type", "clip");
    root.put("projection_dim", c.projectionDim());
    ObjectNode text = root.putObject("text_config").put("model_type", "clip_text_model");
    text.put("hidden_size", c.hiddenSize()).put("intermediate_size", c.intermediateSize());
    text.put("num_hidden_layers", c.layers()).put("num_attention_heads", c.heads());
    text.put("vocab_size", c.vocabSize()).put("max_position_embeddings", c.contextLength());
    text.put("layer_norm_eps", c.layerNormEps()).put("hidden_act", "quick_gelu");
    text.put("projection_dim", c.projectionDim());
    return root.toPrettyString() + "\n";
  }
}
