package io.qcpruner.pocket.internal.train;

import io.qcpruner.checkpoint.config.ClipTextConfig;
import io.qcpruner.checkpoint.config.DecoderConfig;
import io.qcpruner.checkpoint.config.VitConfig;
import io.qcpruner.model.nn.Placement;
import io.qcpruner.model.nn.Tensors;
import io.qcpruner.pocket.PocketShape;
import io.qcpruner.pocket.scene.Window;
import java.util.Arrays;
import java.util.Random;

/**
 * Starting values. Queries and keys of a layer start equal, so that attention starts as "look at
 * what is like you" (Trockman and Kolter, "Mimetic Initialization of Self-Attention Layers", 2023):
 * a noun of the question then finds patches that carry the same word, and patches find their
 * neighbours through the sine table of positions.
 */
final class Initializer {

  private static final double EMBEDDING_STD = 0.4;
  private static final double OUTPUT_SCALE = 0.25;
  private static final double POSITION_SCALE = 0.5;
  private static final double MATCH_GAIN = 0.8;

  /** The tied head multiplies by large embeddings, so its norm starts small. */
  private static final float FINAL_GAIN = 0.1f;

  private final Random random;
  private final Parameters target = new Parameters();

  private Initializer(Random random) {
    this.random = random;
  }

  static Parameters fresh(long seed, int vocabulary) {
    Initializer it = new Initializer(new Random(seed));
    it.tower(PocketShape.tower(Window.GRID));
    DecoderConfig decoder = PocketShape.decoder(vocabulary);
    it.linear("proj.fc1", PocketShape.TOWER_WIDTH, decoder.hiddenSize(), 1, true);
    it.linear("proj.fc2", decoder.hiddenSize(), decoder.hiddenSize(), 0.6, true);
    it.decoder(decoder);
    return it.target;
  }

  /** Adds a text tower and the projections to the joint space, if they are not there. */
  static void addCaptions(Parameters to, long seed) {
    if (CaptionLoss.isIn(to)) {
      return;
    }
    Initializer it = new Initializer(new Random(seed));
    ClipTextConfig config = PocketShape.captions();
    int d = config.hiddenSize();
    String embeddings = "text_model.embeddings.";
    // the words start as the decoder knows them
    float[] words = Tensors.toFloats(to.all().get("lm.embed_tokens.weight"));
    it.put(embeddings + "token_embedding.weight", words, config.vocabSize(), d);
    it.normal(embeddings + "position_embedding.weight", 0.05, config.contextLength(), d);
    for (int i = 0; i < config.layers(); i++) {
      it.layer("text_model.encoder.layers." + i + ".", d, config.intermediateSize());
    }
    it.norm("text_model.final_layer_norm", d, true);
    it.normal("text_projection.weight", 1 / Math.sqrt(d), config.projectionDim(), d);
    it.norm("vision.post_layernorm", PocketShape.TOWER_WIDTH, true);
    it.normal(
        "visual_projection.weight",
        1 / Math.sqrt(PocketShape.TOWER_WIDTH),
        config.projectionDim(),
        PocketShape.TOWER_WIDTH);
    it.target.all().forEach((name, value) -> to.put(name, value.detach()));
  }

  /** Adds the pooling head of the clip model's tower, if it is missing. */
  static void addHead(Parameters to, long seed) {
    if (HeadExport.isIn(to)) {
      return;
    }
    Initializer it = new Initializer(new Random(seed));
    VitConfig config = PocketShape.clipTower();
    int d = config.hiddenSize();
    String head = "vision.head.";
    it.norm("vision.post_layernorm", d, true);
    it.normal(head + "probe", 1, 1, 1, d);
    it.normal(head + "attention.in_proj_weight", 1 / Math.sqrt(d), 3L * d, d);
    it.put(head + "attention.in_proj_bias", new float[3 * d], 3L * d);
    it.linear(head + "attention.out_proj", d, d, 1, true);
    it.norm(head + "layernorm", d, true);
    it.linear(head + "mlp.fc1", d, config.intermediateSize(), 1, true);
    it.linear(head + "mlp.fc2", config.intermediateSize(), d, OUTPUT_SCALE, true);
    it.target.all().forEach((name, value) -> to.put(name, value.detach()));
  }

  private void tower(VitConfig config) {
    int d = config.hiddenSize();
    int p = config.patchSize();
    String embeddings = "vision.embeddings.";
    normal(embeddings + "class_embedding", 0.1, d);
    normal(embeddings + "patch_embedding.weight", 1 / Math.sqrt(3.0 * p * p), d, 3, p, p);
    positions(embeddings + "position_embedding.weight", d);
    norm("vision.pre_layrnorm", d, true);
    for (int i = 0; i < config.layers(); i++) {
      layer("vision.encoder.layers." + i + ".", d, config.intermediateSize());
    }
  }

  private void layer(String prefix, int d, int inner) {
    norm(prefix + "layer_norm1", d, true);
    norm(prefix + "layer_norm2", d, true);
    attention(prefix + "self_attn.", "out_proj", d, true);
    linear(prefix + "mlp.fc1", d, inner, 1, true);
    linear(prefix + "mlp.fc2", inner, d, OUTPUT_SCALE, true);
  }

  private void decoder(DecoderConfig config) {
    int d = config.hiddenSize();
    normal("lm.embed_tokens.weight", EMBEDDING_STD, config.vocabSize(), d);
    for (int i = 0; i < config.layers(); i++) {
      String layer = "lm.layers." + i + ".";
      norm(layer + "input_layernorm", d, false);
      norm(layer + "post_attention_layernorm", d, false);
      attention(layer + "self_attn.", "o_proj", d, false);
      linear(layer + "mlp.gate_proj", d, config.intermediateSize(), 1, false);
      linear(layer + "mlp.up_proj", d, config.intermediateSize(), 1, false);
      linear(layer + "mlp.down_proj", config.intermediateSize(), d, OUTPUT_SCALE, false);
    }
    constant("lm.norm.weight", FINAL_GAIN, d);
  }

  private void attention(String prefix, String out, int d, boolean bias) {
    float[] match = gaussian(d * d, MATCH_GAIN / Math.sqrt(d));
    put(prefix + "q_proj.weight", match, d, d);
    put(prefix + "k_proj.weight", match, d, d);
    if (bias) {
      constant(prefix + "q_proj.bias", 0, d);
      constant(prefix + "k_proj.bias", 0, d);
    }
    linear(prefix + "v_proj", d, d, 1, bias);
    linear(prefix + out, d, d, OUTPUT_SCALE, bias);
  }

  /** Two-dimensional sines: half of the columns for the row, half for the column. */
  private void positions(String name, int d) {
    int grid = Window.GRID;
    float[] table = new float[(grid * grid + 1) * d];
    int quarter = d / 4;
    for (int i = 0; i < grid * grid; i++) {
      for (int f = 0; f < quarter; f++) {
        double frequency = StrictMath.pow(100, -(double) f / quarter);
        int at = (i + 1) * d + 4 * f;
        double y = i / grid * frequency;
        double x = i % grid * frequency;
        table[at] = (float) (POSITION_SCALE * StrictMath.sin(y));
        table[at + 1] = (float) (POSITION_SCALE * StrictMath.cos(y));
        table[at + 2] = (float) (POSITION_SCALE * StrictMath.sin(x));
        table[at + 3] = (float) (POSITION_SCALE * StrictMath.cos(x));
      }
    }
    put(name, table, grid * grid + 1, d);
  }

  private void norm(String name, int d, boolean bias) {
    constant(name + ".weight", 1, d);
    if (bias) {
      constant(name + ".bias", 0, d);
    }
  }

  private void linear(String name, int in, int out, double scale, boolean bias) {
    normal(name + ".weight", scale / Math.sqrt(in), out, in);
    if (bias) {
      constant(name + ".bias", 0, out);
    }
  }

  private void normal(String name, double std, long... shape) {
    int count = (int) Arrays.stream(shape).reduce(1, Math::multiplyExact);
    put(name, gaussian(count, std), shape);
  }

  private void constant(String name, float value, int size) {
    float[] values = new float[size];
    Arrays.fill(values, value);
    put(name, values, size);
  }

  private float[] gaussian(int count, double std) {
    float[] values = new float[count];
    for (int i = 0; i < count; i++) {
      values[i] = (float) (random.nextGaussian() * std);
    }
    return values;
  }

  private void put(String name, float[] values, long... shape) {
    target.put(name, Tensors.ofFloats(values, Placement.cpu(), shape));
  }
}
