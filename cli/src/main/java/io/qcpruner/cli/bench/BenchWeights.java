package io.qcpruner.cli.bench;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.qcpruner.checkpoint.weights.NumberType;
import io.qcpruner.model.nn.WeightKind;
import picocli.CommandLine.Option;

/** Which weights a command generates, and how it keeps them. */
public final class BenchWeights {

  @Option(
      names = "--weights",
      paramLabel = "KIND",
      defaultValue = "stored",
      description = "stored, half, int8 or int4 (default: ${DEFAULT-VALUE}).")
  private String kind;

  @Option(
      names = "--type",
      paramLabel = "TYPE",
      defaultValue = "F32",
      description = "Number type of stored weights: F32, BF16 or F16 (default: ${DEFAULT-VALUE}).")
  private NumberType type;

  public WeightKind kind() {
    return WeightKind.named(kind);
  }

  public NumberType type() {
    return type;
  }

  public void describe(ObjectNode row) {
    row.put("weights", kind).put("type", type.name());
  }
}
