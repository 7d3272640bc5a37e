package io.qcpruner.pocket.internal.train;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.qcpruner.checkpoint.config.DecoderConfig;
import io.qcpruner.checkpoint.config.VitConfig;
import io.qcpruner.pocket.PocketShape;
import java.util.LinkedHashMap;
import java.util.Map;

/** The small JSON files that a converted LLaVA-Video has besides weights and tokenizer. */
record ClipFiles(int vocabulary, int imageToken, int videoToken, int padToken, int endToken) {

  /** File name to text. */
  Map<String, String> all() {
    Map<String, String> files = new LinkedHashMap<>();
    files.put("config.json", text(config()));
    ObjectNode generation = JsonNodeFactory.instance.objectNode();
    generation.put("eos_token_id", endToken).put("pad_token_id", padToken);
    files.put("generation_config.json", text(generation));
    files.put("preprocessor_config.json", text(preprocessor()));
    files.put("tokenizer_config.json", text(tokenizer()));
    return files;
  }

  private static String text(ObjectNode node) {
    return node.toPrettyString() + "\n";
  }

  private ObjectNode config() {
    int side = PocketShape.clipTower().imageSize();
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.putArray("architectures").add("LlavaOnevisionForConditionalGeneration");
    root.put("model_type", "llava_onevision").put("mm_newline_position", "grid");
    root.put("image_token_index", imageToken).put("video_token_index", videoToken);
    root.put("projector_hidden_act", "gelu").put("vision_feature_layer", -1);
    root.put("vision_feature_select_strategy", "full").put("vision_aspect_ratio", "anyres_max_9");
    root.putArray("image_grid_pinpoints").addArray().add(side).add(side);
    root.put("tie_word_embeddings", true).put("torch_dtype", "float16");
    root.set("text_config", textConfig());
    root.set("vision_config", visionConfig());
    return root;
  }

  private ObjectNode textConfig() {
    DecoderConfig c = PocketShape.clipDecoder(vocabulary);
    ObjectNode node = JsonNodeFactory.instance.objectNode().put("model_type", "qwen2");
    node.put("vocab_size", vocabulary).put("hidden_size", c.hiddenSize());
    node.put("intermediate_size", c.intermediateSize()).put("num_hidden_layers", c.layers());
    node.put("num_attention_heads", c.heads()).put("num_key_value_heads", c.kvHeads());
    node.put("hidden_act", "silu").put("use_sliding_window", false);
    node.put("rms_norm_eps", c.rmsEps()).put("rope_theta", c.ropeTheta());
    node.put("max_position_embeddings", c.maxPositions()).put("tie_word_embeddings", true);
    node.put("eos_token_id", endToken).put("pad_token_id", padToken);
    return node.put("torch_dtype", "float16");
  }

  static ObjectNode visionConfig() {
    VitConfig c = PocketShape.clipTower();
    ObjectNode node =
        JsonNodeFactory.instance.objectNode().put("model_type", "siglip_vision_model");
    node.put("hidden_size", c.hiddenSize()).put("intermediate_size", c.intermediateSize());
    node.put("num_hidden_layers", c.layers()).put("num_attention_heads", c.heads());
    node.put("image_size", c.imageSize()).put("patch_size", c.patchSize());
    node.put("layer_norm_eps", c.layerNormEps()).put("hidden_act", "gelu_pytorch_tanh");
    return node.put("vision_use_head", false);
  }

  private static ObjectNode preprocessor() {
    int side = PocketShape.clipTower().imageSize();
    ObjectNode node =
        JsonNodeFactory.instance.objectNode().put("image_processor_type", "SiglipImageProcessor");
    node.putObject("size").put("height", side).put("width", side);
    node.put("do_resize", true).put("do_rescale", true).put("do_normalize", true);
    node.put("resample", 3).put("rescale_factor", 1 / 255.0);
    node.putArray("image_mean").add(0.5).add(0.5).add(0.5);
    node.putArray("image_std").add(0.5).add(0.5).add(0.5);
    return node;
  }

  private static ObjectNode tokenizer() {
    ObjectNode node =
        JsonNodeFactory.instance.objectNode().put("tokenizer_class", "PreTrainedTokenizerFast");
    node.put("eos_token", "<|im_end|>").put("unk_token", "<unk>").put("pad_token", "<pad>");
    node.put("image_token", "<image>").put("video_token", "<video>");
    return node.put("model_max_length", 2048).put("clean_up_tokenization_spaces", false);
  }
}
