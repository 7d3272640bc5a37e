package io.qcpruner.checkpoint.config;

import java.util.Arrays;
import java.util.List;

/**
 * Reads the rotary fields of a decoder: {@code rope_theta} and what stands in {@code rope_scaling}
 * or {@code rope_parameters}.
 */
public final class RopeReader {
  private static final double MAX_THETA = 1e15;

  private final ConfigNode text;
  private final ConfigNode rope;
  private final int headDim;
  private final int maxPositions;

  public RopeReader(ConfigNode text, int headDim, int maxPositions) throws ConfigException {
    this.text = text;
    boolean old = text.hasObject("rope_scaling") && !text.object("rope_scaling").names().isEmpty();
    ConfigNode newer = text.object("rope_parameters");
    this.rope = old ? text.object("rope_scaling") : newer;
    this.headDim = headDim;
    this.maxPositions = maxPositions;
  }

  /** The base of the frequencies: the inner field wins, as in transformers. */
  public double theta(double fallback) throws ConfigException {
    double outer = text.positive("rope_theta", fallback, MAX_THETA);
    return rope.positive("rope_theta", outer, MAX_THETA);
  }

  /** The slots of the time, height and width axes. */
  int[] sections(int[] fallback) throws ConfigException {
    int[] sections = rope.integers("mrope_section", fallback);
    if (sections.length != 3 || Arrays.stream(sections).sum() * 2 != headDim) {
      throw rope.wrong("mrope_section", "three counts that add up to half the head_dim " + headDim);
    }
    return sections;
  }

  /** Qwen3-VL files say that slots take turns; without the field they do as well. */
  void acceptInterleaving() throws ConfigException {
    rope.flag("mrope_interleaved", true);
  }

  /** Refuses what stands in the object and no kind of scaling asked for. */
  void refuseRest() throws ConfigException {
    KnownFields.ROPE.refuseRest(rope);
  }

  /** The base of a tower's two-axis angles, which are never scaled. */
  public static double axialTheta(ConfigNode vision, double fallback) throws ConfigException {
    RopeReader rope = new RopeReader(vision, 0, 0);
    rope.requireAxial();
    return rope.theta(fallback);
  }

  private void requireAxial() throws ConfigException {
    String field = rope.has("rope_type") ? "rope_type" : "type";
    String type = rope.text(field, "axial");
    if (!type.equals("axial") && !type.equals("default")) {
      throw rope.wrong(field, "axial");
    }
    theta(1);
    refuseRest();
  }

  RopeScaling scaling() throws ConfigException {
    if (rope.number("partial_rotary_factor", text.number("partial_rotary_factor", 1)) != 1) {
      throw (rope.has("partial_rotary_factor") ? rope : text).wrong("partial_rotary_factor", "1");
    }
    String field = rope.has("rope_type") ? "rope_type" : "type";
    String type = rope.text(field, "default");
    return switch (type) {
      case "default", "mrope" -> RopeScaling.NONE;
      case "linear" -> new RopeScaling.Linear(factor());
      case "dynamic" -> dynamic();
      case "llama3" -> llama3();
      case "yarn" -> yarn();
      case "longrope" -> longRope();
      default -> throw rope.wrong(field, "default, linear, dynamic, yarn, llama3 or longrope");
    };
  }

  private RopeScaling dynamic() throws ConfigException {
    if (headDim < 4) {
      throw rope.wrong("rope_type", "another with a head dimension of " + headDim);
    }
    return new RopeScaling.Dynamic(factor(), maxPositions);
  }

  private RopeScaling llama3() throws ConfigException {
    double low = positive("low_freq_factor");
    double high = positive("high_freq_factor");
    if (high <= low) {
      throw rope.wrong("high_freq_factor", "above low_freq_factor " + low);
    }
    return new RopeScaling.Llama3(factor(), low, high, originalPositions());
  }

  private RopeScaling yarn() throws ConfigException {
    int original = originalPositions();
    double factor = rope.has("factor") ? factor() : maxPositions / (double) original;
    double mscale = rope.number("mscale", 0);
    double mscaleAll = rope.number("mscale_all_dim", 0);
    double suggested =
        mscale != 0 && mscaleAll != 0
            ? YarnScaling.suggestedAttention(factor, mscale)
                / YarnScaling.suggestedAttention(factor, mscaleAll)
            : YarnScaling.suggestedAttention(factor, 1);
    return new YarnScaling(
        factor,
        original,
        rope.number("attention_factor", suggested),
        rope.has("beta_fast") ? positive("beta_fast") : 32,
        rope.has("beta_slow") ? positive("beta_slow") : 1,
        rope.flag("truncate", true));
  }

  private RopeScaling longRope() throws ConfigException {
    int original = originalPositions();
    double factor = rope.has("factor") ? factor() : maxPositions / (double) original;
    return new LongRopeScaling(
        factors("short_factor"),
        factors("long_factor"),
        original,
        rope.number("attention_factor", LongRopeScaling.suggestedAttention(factor, original)));
  }

  private List<Double> factors(String field) throws ConfigException {
    double[] factors = rope.numbers(field);
    if (factors.length != headDim / 2 || Arrays.stream(factors).anyMatch(f -> !(f > 0))) {
      throw rope.wrong(field, headDim / 2 + " positive numbers, one for each frequency");
    }
    return Arrays.stream(factors).boxed().toList();
  }

  private int originalPositions() throws ConfigException {
    String field = "original_max_position_embeddings";
    return text.has(field) ? text.size(field, 0) : rope.size(field, maxPositions);
  }

  private double factor() throws ConfigException {
    return positive("factor");
  }

  private double positive(String field) throws ConfigException {
    double value = rope.number(field, 0);
    if (!(value > 0) || Double.isInfinite(value)) {
      throw rope.wrong(field, "a positive number");
    }
    return value;
  }
}
