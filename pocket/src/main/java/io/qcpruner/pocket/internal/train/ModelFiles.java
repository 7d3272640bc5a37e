package io.qcpruner.pocket.internal.train;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.qcpruner.checkpoint.config.DecoderConfig;
import io.qcpruner.checkpoint.config.VitConfig;
import io.qcpruner.pocket.PocketShape;
import io.qcpruner.pocket.scene.Window;
import java.util.LinkedHashMap;
import java.util.Map;

/** The small JSON files that a Hugging Face LLaVA directory holds besides weights and tokenizer. */
record ModelFiles(int vocabulary, int imageToken, int padToken) {

  private static final String TEMPLATE =
      "{% for message in messages %}{% if message['role'] == 'user' %}USER: {% for content in"
          + " message['content'] %}{% if content['type'] == 'image' %}<image>\n"
          + "{% else %}{{ content['text'] }} {% endif %}{% endfor %}{% else %}ASSISTANT:"
          + " {{ message['content'][0]['text'] }}</s>{% endif %}{% endfor %}"
          + "{% if add_generation_prompt %}ASSISTANT:{% endif %}";

  /** File name to text. */
  Map<String, String> all() {
    Map<String, String> files = new LinkedHashMap<>();
    files.put("config.json", text(config()));
    ObjectNode generation = JsonNodeFactory.instance.objectNode();
    generation.put("bos_token_id", 1).put("eos_token_id", 2).put("pad_token_id", padToken);
    files.put("generation_config.json", text(generation));
    files.put("preprocessor_config.json", text(preprocessor()));
    files.put("tokenizer_config.json", text(tokenizer()));
    ObjectNode chat = JsonNodeFactory.instance.objectNode().put("chat_template", TEMPLATE);
    files.put("chat_template.json", text(chat));
    return files;
  }

  private static String text(ObjectNode node) {
    return node.toPrettyString() + "\n";
  }

  private ObjectNode config() {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.putArray("architectures").add("LlavaForConditionalGeneration");
    root.put("model_type", "llava").put("ignore_index", -100);
    root.put("image_token_index", imageToken).put("image_seq_length", Window.FULL.patches());
    root.put("projector_hidden_act", "gelu").put("multimodal_projector_bias", true);
    root.put("vision_feature_layer", -1).put("vision_feature_select_strategy", "default");
    root.put("tie_word_embeddings", true).put("torch_dtype", "float16");
    root.put("pad_token_id", padToken);
    root.set("text_config", textConfig());
    root.set("vision_config", visionConfig());
    return root;
  }

  private ObjectNode textConfig() {
    DecoderConfig c = PocketShape.decoder(vocabulary);
    ObjectNode node = JsonNodeFactory.instance.objectNode().put("model_type", "llama");
    node.putArray("architectures").add("LlamaForCausalLM");
    node.put("vocab_size", vocabulary).put("hidden_size", c.hiddenSize());
    node.put("intermediate_size", c.intermediateSize()).put("num_hidden_layers", c.layers());
    node.put("num_attention_heads", c.heads()).put("num_key_value_heads", c.kvHeads());
    node.put("head_dim", c.headDim()).put("hidden_act", "silu");
    node.put("rms_norm_eps", c.rmsEps()).put("rope_theta", c.ropeTheta());
    node.put("max_position_embeddings", c.maxPositions()).put("tie_word_embeddings", true);
    node.put("bos_token_id", 1).put("eos_token_id", 2).put("pad_token_id", padToken);
    return node.put("torch_dtype", "float16");
  }

  private ObjectNode visionConfig() {
    VitConfig c = PocketShape.tower(Window.GRID);
    ObjectNode node = JsonNodeFactory.instance.objectNode().put("model_type", "clip_vision_model");
    node.put("hidden_size", c.hiddenSize()).put("intermediate_size", c.intermediateSize());
    node.put("num_hidden_layers", c.layers()).put("num_attention_heads", c.heads());
    node.put("image_size", c.imageSize()).put("patch_size", c.patchSize());
    node.put("layer_norm_eps", c.layerNormEps()).put("hidden_act", "quick_gelu");
    return node.put("projection_dim", c.hiddenSize());
  }

  private static ObjectNode preprocessor() {
    ObjectNode node =
        JsonNodeFactory.instance.objectNode().put("image_processor_type", "CLIPImageProcessor");
    node.putObject("size").put("shortest_edge", Window.SIDE);
    node.putObject("crop_size").put("height", Window.SIDE).put("width", Window.SIDE);
    node.put("do_resize", true).put("do_center_crop", true).put("do_rescale", true);
    node.put("do_normalize", true).put("do_convert_rgb", true).put("resample", 3);
    node.put("rescale_factor", 1 / 255.0).put("processor_class", "LlavaProcessor");
    node.putArray("image_mean").add(0.48145466).add(0.4578275).add(0.40821073);
    node.putArray("image_std").add(0.26862954).add(0.26130258).add(0.27577711);
    return node;
  }

  private static ObjectNode tokenizer() {
    ObjectNode node =
        JsonNodeFactory.instance.objectNode().put("tokenizer_class", "PreTrainedTokenizerFast");
    node.put("bos_token", "<s>").put("eos_token", "</s>").put("unk_token", "<unk>");
    node.put("pad_token", "<pad>").put("image_token", "<image>").put("model_max_length", 2048);
    return node.put("clean_up_tokenization_spaces", false).put("add_bos_token", true);
  }
}
