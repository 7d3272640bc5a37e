package io.qcpruner.cli.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintWriter;

/** Prints what a bench measured: as JSON, or a line for each single value. */
public final class BenchOutput {
  private BenchOutput() {}

  /** One object. */
  public static void print(ObjectNode figures, boolean json, PrintWriter out) {
    if (json) {
      out.println(figures.toPrettyString());
    } else {
      printLines(figures, out);
    }
    out.flush();
  }

  /** An array of objects; as lines, a blank line follows each of them. */
  public static void print(JsonNode rows, boolean json, PrintWriter out) {
    if (json) {
      out.println(rows.toPrettyString());
    } else {
      for (JsonNode row : rows) {
        printLines(row, out);
        out.println();
      }
    }
    out.flush();
  }

  private static void printLines(JsonNode figures, PrintWriter out) {
    figures.properties().stream()
        .filter(field -> field.getValue().isValueNode())
        .forEach(field -> out.printf("%-32s %s%n", field.getKey(), field.getValue().asText()));
  }
}
