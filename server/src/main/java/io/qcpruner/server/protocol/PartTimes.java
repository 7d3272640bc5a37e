package io.qcpruner.server.protocol;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.qcpruner.model.prune.StageClock.Part;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** The times of a request's parts, under the same names for every command and the server. */
public final class PartTimes {
  private static final double THOUSANDTHS = 1000;

  private PartTimes() {}

  /**
   * Adds {@code media_ms} to {@code decode_ms}, and {@code decode_ms_per_token}.
   *
   * @param millis time of a part
   */
  public static void put(ObjectNode out, ToDoubleFunction<Part> millis, int completionTokens) {
    for (Part part : Part.values()) {
      out.put(name(part) + "_ms", rounded(millis.applyAsDouble(part)));
    }
    double decode = millis.applyAsDouble(Part.DECODE);
    out.put("decode_ms_per_token", rounded(decode / Math.max(1, completionTokens)));
  }

  /** A part's name in JSON, metrics and records. */
  public static String name(Part part) {
    return part.name().toLowerCase(Locale.ROOT);
  }

  static double rounded(double millis) {
    return Math.rint(millis * THOUSANDTHS) / THOUSANDTHS;
  }
}
