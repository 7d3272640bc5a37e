package io.qcpruner.checkpoint.weights;

import io.qcpruner.checkpoint.config.DecoderConfig;
import io.qcpruner.checkpoint.config.VitConfig;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Collects every tensor a backbone needs, by canonical name, with its shape, in the order of
 * computation. Linear weights are [out, in].
 */
public final class TensorInventory {
  private final Map<String, long[]> shapes = new LinkedHashMap<>();

  /** Names and shapes in the order they were added. */
  public Map<String, long[]> shapes() {
    return Collections.unmodifiableMap(new LinkedHashMap<>(shapes));
  }

  public TensorInventory add(String name, long... shape) {
    shapes.put(name, shape);
    return this;
  }

  /** A matrix and its bias. */
  public TensorInventory linear(String name, long out, long in) {
    return add(name + ".weight", out, in).add(name + ".bias", out);
  }

  /** Scale and shift of a layer norm. */
  public TensorInventory norm(String name, long width) {
    return add(name + ".weight", width).add(name + ".bias", width);
  }

  /** A CLIP or SigLIP tower, up to the last layer that is run. */
  public TensorInventory vitTower(VitConfig vit) {
    long d = vit.hiddenSize();
    long rows = (long) vit.grid() * vit.grid();
    boolean clip = vit.kind() == VitConfig.Kind.CLIP;
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
    return this;
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

  /** A decoder; its head is left out when it is tied. */
  public TensorInventory decoder(DecoderConfig c) {
    long d = c.hiddenSize();
    add("lm.embed_tokens.weight", c.vocabSize(), d);
    for (int i = 0; i < c.layers(); i++) {
      decoderLayer("lm.layers." + i, c);
    }
    add("lm.norm.weight", d);
    if (!c.tiedHead()) {
      add("lm_head.weight", c.vocabSize(), d);
    }
    return this;
  }

  private void decoderLayer(String layer, DecoderConfig c) {
    long d = c.hiddenSize();
    long q = (long) c.heads() * c.headDim();
    long kv = (long) c.kvHeads() * c.headDim();
    add(layer + ".input_layernorm.weight", d);
    projection(layer + ".self_attn.q_proj", q, d, c.qkvBias());
    projection(layer + ".self_attn.k_proj", kv, d, c.qkvBias());
    projection(layer + ".self_attn.v_proj", kv, d, c.qkvBias());
    if (c.headNorms()) {
      add(layer + ".self_attn.q_norm.weight", c.headDim());
      add(layer + ".self_attn.k_norm.weight", c.headDim());
    }
    projection(layer + ".self_attn.o_proj", d, q, c.outputBias());
    add(layer + ".post_attention_layernorm.weight", d);
    projection(layer + ".mlp.gate_proj", c.intermediateSize(), d, c.mlpBias());
    projection(layer + ".mlp.up_proj", c.intermediateSize(), d, c.mlpBias());
    projection(layer + ".mlp.down_proj", d, c.intermediateSize(), c.mlpBias());
  }

  private void projection(String name, long out, long in, boolean bias) {
    add(name + ".weight", out, in);
    if (bias) {
      add(name + ".bias", out);
    }
  }
}
