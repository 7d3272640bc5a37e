package io.qcpruner.checkpoint.config;

/** The nonlinearity that a {@code hidden_act} names. */
public enum HiddenActivation {
  SILU,
  GELU,
  /** GELU by its tanh form. */
  GELU_TANH,
  /** t · sigmoid(1.702 t). */
  QUICK_GELU,
  RELU;

  /** The activation in a field, by the names that transformers uses. */
  public static HiddenActivation read(ConfigNode node, String field, HiddenActivation fallback)
      throws ConfigException {
    if (!node.has(field)) {
      return fallback;
    }
    return switch (node.text(field, "")) {
      case "silu", "swish" -> SILU;
      case "gelu" -> GELU;
      case "gelu_pytorch_tanh", "gelu_new", "gelu_fast" -> GELU_TANH;
      case "quick_gelu" -> QUICK_GELU;
      case "relu" -> RELU;
      default -> throw node.wrong(field, "silu, gelu, gelu_pytorch_tanh, quick_gelu or relu");
    };
  }
}
