package io.qcpruner.checkpoint.weights;

import io.qcpruner.checkpoint.config.BackboneConfig;
import io.qcpruner.checkpoint.config.DecoderConfig;
import io.qcpruner.checkpoint.config.Family;
import io.qcpruner.checkpoint.config.VisionConfig;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Every tensor a backbone needs, by canonical name, with its shape. Linear weights are [out, in].
 */
public final class TensorInventory {
  private final Map<String, long[]> shapes = new LinkedHashMap<>();

  private TensorInventory() {}

  /** Names and shapes in the order of computation; the head is left out when it is tied. */
  public static Map<String, long[]> of(BackboneConfig config) {
    TensorInventory inventory = new TensorInventory();
    if (config.vision() instanceof VisionConfig.Qwen qwen) {
      inventory.qwenTower(qwen);
    } else {
      VisionConfig.Vit vit = (VisionConfig.Vit) config.vision();
      inventory.vitTower(vit);
      int width = config.decoder().hiddenSize();
      inventory.linear("proj.fc1", width, vit.hiddenSize());
      inventory.linear("proj.fc2", width, width);
      if (config.family() != Family.LLAVA_1_5) {
        inventory.add("newline", width);
      }
    }
    inventory.decoder(config.decoder());
    return Collections.unmodifiableMap(inventory.shapes);
  }

  private void add(String name, long... shape) {
    shapes.put(name, shape);
  }

  private void linear(String name, long out, long in) {
    add(name + ".weight", out, in);
    add(name + ".bias", out);
  }

  private void norm(String name, long width) {
    add(name + ".weight", width);
    add(name + ".bias", width);
  }

  private void vitTower(VisionConfig.Vit vit) {
    long d = vit.hiddenSize();
    long rows = (long) vit.grid() * vit.grid();
    boolean clip = vit.kind() == VisionConfig.Vit.Kind.CLIP;
    if (clip) {
      add("vision.embeddings.class_embedding", d);
    }
    add("vision.embeddings.patch_embedding.weight", d, 3, vit.patchSize(), vit.patchSize());
    if (!clip) {
      add("vision.embeddings.patch_embedding.bias", d);
    }
    add("vision.embeddings.position_embedding.weight", clip ? rows + 1 : rows, d);
    if (clip) {
      norm("vision.pre_layrnorm", d);
    }
    for (int i = 0; i < vit.layersToRun(); i++) {
      vitLayer("vision.encoder.layers." + i, d, vit.intermediateSize());
    }
  }

  private void vitLayer(String layer, long d, long m) {
    for (String part : new String[] {"q", "k", "v", "out"}) {
      linear(layer + ".self_attn." + part + "_proj", d, d);
    }
    norm(layer + ".layer_norm1", d);
    norm(layer + ".layer_norm2", d);
    linear(layer + ".mlp.fc1", m, d);
    linear(layer + ".mlp.fc2", d, m);
  }

  private void qwenTower(VisionConfig.Qwen q) {
    long d = q.hiddenSize();
    long m = q.intermediateSize();
    add(
        "vision.patch_embed.proj.weight",
        d,
        3,
        q.temporalPatchSize(),
        q.patchSize(),
        q.patchSize());
    for (int i = 0; i < q.depth(); i++) {
      String block = "vision.blocks." + i;
      add(block + ".norm1.weight", d);
      add(block + ".norm2.weight", d);
      linear(block + ".attn.qkv", 3 * d, d);
      linear(block + ".attn.proj", d, d);
      linear(block + ".mlp.gate_proj", m, d);
      linear(block + ".mlp.up_proj", m, d);
      linear(block + ".mlp.down_proj", d, m);
    }
    long merged = d * q.spatialMergeSize() * q.spatialMergeSize();
    add("vision.merger.ln_q.weight", d);
    linear("vision.merger.mlp.0", merged, merged);
    linear("vision.merger.mlp.2", q.outHiddenSize(), merged);
  }

  private void decoder(DecoderConfig c) {
    long d = c.hiddenSize();
    add("lm.embed_tokens.weight", c.vocabSize(), d);
    for (int i = 0; i < c.layers(); i++) {
      decoderLayer("lm.layers." + i, c);
    }
    add("lm.norm.weight", d);
    if (!c.tiedHead()) {
      add("lm_head.weight", c.vocabSize(), d);
    }
  }

  private void decoderLayer(String layer, DecoderConfig c) {
    long d = c.hiddenSize();
    long q = (long) c.heads() * c.headDim();
    long kv = (long) c.kvHeads() * c.headDim();
    add(layer + ".input_layernorm.weight", d);
    projection(layer + ".self_attn.q_proj", q, d, c.qkvBias());
    projection(layer + ".self_attn.k_proj", kv, d, c.qkvBias());
    projection(layer + ".self_attn.v_proj", kv, d, c.qkvBias());
    add(layer + ".self_attn.o_proj.weight", d, q);
    add(layer + ".post_attention_layernorm.weight", d);
    add(layer + ".mlp.gate_proj.weight", c.intermediateSize(), d);
    add(layer + ".mlp.up_proj.weight", c.intermediateSize(), d);
    add(layer + ".mlp.down_proj.weight", d, c.intermediateSize());
  }

  private void projection(String name, long out, long in, boolean bias) {
    add(name + ".weight", out, in);
    if (bias) {
      add(name + ".bias", out);
    }
  }
}
