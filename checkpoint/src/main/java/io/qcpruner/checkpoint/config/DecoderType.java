package io.qcpruner.checkpoint.config;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The decoders that are understood. Everything a type implies is said here and nowhere else: its
 * names in files, what a sparse file leaves out, attention windows, biases and the end of an
 * answer.
 */
public enum DecoderType {
  LLAMA(
      List.of("llama"),
      DecoderConfig.sized(4096, 11008, 32)
          .heads(32, 0, 0)
          .vocabulary(32000)
          .rmsEps(1e-6)
          .maxPositions(2048),
      WindowRule.NONE,
      llamaGeneration(),
      Option.ATTENTION_BIAS,
      Option.MLP_BIAS),
  MISTRAL(
      List.of("mistral"),
      DecoderConfig.sized(4096, 14336, 32)
          .heads(32, 8, 0)
          .vocabulary(32000)
          .rmsEps(1e-6)
          .maxPositions(131072),
      WindowRule.EVERY_LAYER,
      llamaGeneration()),
  QWEN2(
      List.of("qwen2"),
      DecoderConfig.sized(4096, 22016, 32)
          .heads(32, 32, 0)
          .vocabulary(151936)
          .rmsEps(1e-6)
          .qkvBias(true)
          .maxPositions(32768),
      WindowRule.switchedFrom(28),
      qwenGeneration()),
  /** The decoder of Qwen2-VL and Qwen2.5-VL: positions count time, height and width. */
  QWEN2_THREE_AXES(
      List.of("qwen2_vl", "qwen2_5_vl"),
      DecoderConfig.sized(8192, 29568, 80)
          .heads(64, 8, 0)
          .vocabulary(152064)
          .ropeTheta(1e6)
          .mropeSection(16, 24, 24)
          .qkvBias(true)
          .maxPositions(32768),
      WindowRule.switchedFrom(80),
      qwenGeneration(),
      Option.HEADS_FILL_ROWS),
  /** Text decoders with a norm for every head, such as that of InternVL 3.5. */
  QWEN3(
      List.of("qwen3"),
      DecoderConfig.sized(4096, 22016, 32)
          .heads(32, 32, 128)
          .vocabulary(151936)
          .rmsEps(1e-6)
          .headNorms(true)
          .maxPositions(32768),
      WindowRule.switchedFrom(28),
      qwenGeneration(),
      Option.ATTENTION_BIAS),
  /** The decoder of Qwen3-VL: positions count time, height and width, slot by slot. */
  QWEN3_THREE_AXES(
      List.of("qwen3_vl"),
      DecoderConfig.sized(4096, 22016, 32)
          .heads(32, 32, 128)
          .vocabulary(151936)
          .rmsEps(1e-6)
          .ropeTheta(5e5)
          .mropeSection(24, 20, 20)
          .headNorms(true)
          .interleavedAxes(true)
          .maxPositions(128000),
      WindowRule.NONE,
      qwenGeneration(),
      Option.ATTENTION_BIAS);

  /** What files of a type may say, or must fulfil. */
  enum Option {
    /** {@code attention_bias} adds biases to all projections of the attention. */
    ATTENTION_BIAS,
    /** {@code mlp_bias} adds biases to the feed-forward layers. */
    MLP_BIAS,
    /** The heads together are as wide as a row. */
    HEADS_FILL_ROWS
  }

  private final List<String> names;
  private final DecoderConfig values;
  private final WindowRule windows;
  private final GenerationConfig.Defaults generation;
  private final Set<Option> options;

  DecoderType(
      List<String> names,
      DecoderConfig.Builder values,
      WindowRule windows,
      GenerationConfig.Defaults generation,
      Option... options) {
    this.names = names;
    this.values = values.build();
    this.windows = windows;
    this.generation = generation;
    this.options = EnumSet.noneOf(Option.class);
    this.options.addAll(Arrays.asList(options));
  }

  /** The type that a {@code model_type} names; parts of a model end in {@code _text}. */
  public static DecoderType of(ConfigNode text, DecoderType fallback) throws ConfigException {
    if (!text.has("model_type")) {
      return fallback;
    }
    String given = text.text("model_type", "");
    for (DecoderType type : values()) {
      for (String name : type.names) {
        if (given.equals(name) || name.endsWith("_vl") && given.equals(name + "_text")) {
          return type;
        }
      }
    }
    String known =
        Arrays.stream(values())
            .flatMap(type -> type.names.stream())
            .collect(Collectors.joining(", "));
    throw text.wrong("model_type", "a known decoder type (" + known + ")");
  }

  /** Fields of this type that are not read. */
  public FieldList fields() {
    return windows.isSwitched() ? KnownFields.SWITCHED_WINDOW_DECODER : KnownFields.DECODER;
  }

  /** How answers end where a file leaves it out. */
  public GenerationConfig.Defaults generation() {
    return generation;
  }

  /** What transformers takes for an empty file. */
  DecoderConfig defaults() {
    return values;
  }

  WindowRule windows() {
    return windows;
  }

  boolean has(Option option) {
    return options.contains(option);
  }

  /** {@code </s>}; the published image models run without a penalty. */
  private static GenerationConfig.Defaults llamaGeneration() {
    return new GenerationConfig.Defaults(List.of(2), false, OptionalDouble.empty());
  }

  /** The end of a turn and the end of text. */
  private static GenerationConfig.Defaults qwenGeneration() {
    return new GenerationConfig.Defaults(List.of(151645, 151643), true, OptionalDouble.of(1.05));
  }
}
