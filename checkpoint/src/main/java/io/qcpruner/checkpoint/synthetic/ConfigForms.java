package io.qcpruner.checkpoint.synthetic;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.qcpruner.checkpoint.weights.NumberType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Writes one configuration in the forms that different programs use. */
final class ConfigForms {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Map<NumberType, String> TORCH_TYPES =
      Map.of(
          NumberType.F64, "float64",
          NumberType.F32, "float32",
          NumberType.F16, "float16",
          NumberType.BF16, "bfloat16");

  private ConfigForms() {}

  static void write(CheckpointRecipe recipe, Path folder) throws IOException {
    ObjectNode nested = (ObjectNode) JSON.readTree(recipe.json());
    if (recipe.tied()) {
      nested.put("tie_word_embeddings", true);
      ((ObjectNode) nested.path("text_config")).put("tie_word_embeddings", true);
    }
    nested.put("torch_dtype", TORCH_TYPES.get(recipe.type()));
    ObjectNode form = nested;
    if (recipe.layout() == NameLayout.A) {
      form = original(nested);
      writeTower(nested, folder.resolve("tower"));
    } else if (recipe.flat()) {
      form = flat(nested);
    }
    JSON.writerWithDefaultPrettyPrinter().writeValue(folder.resolve("config.json").toFile(), form);
  }

  private static ObjectNode flat(ObjectNode nested) {
    ObjectNode flat = nested.deepCopy();
    ObjectNode text = (ObjectNode) flat.remove("text_config");
    text.remove("model_type");
    return flat.setAll(text);
  }

  /** Decoder keys at top level and the keys of the LLaVA authors' programs. */
  private static ObjectNode original(ObjectNode nested) {
    String type = nested.path("model_type").textValue();
    boolean video = type.equals("llava_onevision");
    ObjectNode form = nested.path("text_config").deepCopy();
    form.put("model_type", video ? "llava_qwen" : "llava_llama");
    form.set("torch_dtype", nested.get("torch_dtype"));
    form.put("mm_vision_tower", video ? "synthetic/siglip" : "synthetic/clip");
    form.set("mm_hidden_size", nested.path("vision_config").get("hidden_size"));
    form.put("mm_projector_type", "mlp2x_gelu");
    form.put("mm_use_im_start_end", false);
    if (!video) {
      form.set("mm_vision_select_layer", nested.get("vision_feature_layer"));
      form.put("mm_vision_select_feature", "patch");
    }
    JsonNode pinpoints = nested.get("image_grid_pinpoints");
    if (type.equals("llava_next")) {
      form.put("image_aspect_ratio", "anyres");
      form.put("image_grid_pinpoints", pinpoints.toString());
      form.put("mm_patch_merge_type", "spatial_unpad");
    } else {
      form.put("image_aspect_ratio", "pad");
    }
    if (video) {
      form.put("mm_patch_merge_type", "spatial_unpad");
    }
    if (nested.has("mm_newline_position")) {
      form.put("mm_newline_position", "grid");
      form.put("mm_spatial_pool_mode", "average");
      form.put("mm_spatial_pool_stride", 2);
    } else if (video) {
      // as the published files have it
      form.put("model_type", "llava");
      form.putArray("architectures").add("LlavaQwenForCausalLM");
      form.put("mm_newline_position", "one_token");
      form.set("image_aspect_ratio", nested.get("vision_aspect_ratio"));
      form.put("image_grid_pinpoints", pinpoints.toString());
    }
    return form;
  }

  private static void writeTower(ObjectNode nested, Path folder) throws IOException {
    Files.createDirectories(folder);
    ObjectNode vision = nested.path("vision_config").deepCopy();
    if (vision.path("model_type").textValue().startsWith("siglip")) {
      // the published tower has one layer more than the checkpoints trained from it
      vision.put("num_hidden_layers", vision.path("num_hidden_layers").intValue() + 1);
    }
    JSON.writerWithDefaultPrettyPrinter()
        .writeValue(folder.resolve("config.json").toFile(), vision);
  }

  /** {@code model.safetensors.index.json} and its PyTorch twin. */
  static void writeIndex(Path index, Map<String, String> weightMap, long totalBytes)
      throws IOException {
    ObjectNode root = JSON.createObjectNode();
    root.putObject("metadata").put("total_size", totalBytes);
    ObjectNode map = root.putObject("weight_map");
    List.copyOf(weightMap.keySet()).forEach(name -> map.put(name, weightMap.get(name)));
    JSON.writerWithDefaultPrettyPrinter().writeValue(index.toFile(), root);
  }
}
