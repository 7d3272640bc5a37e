package io.qcpruner.core.method;

import java.util.OptionalDouble;

/**
 * What was picked of one part.
 *
 * @param order picked members, as indices into the part, in pick order
 * @param gains what each pick added, or empty
 * @param objective value of the objective, if there is one
 * @param bound upper bound on the objective of any set of this size, if known
 */
public record Choice(int[] order, float[] gains, OptionalDouble objective, OptionalDouble bound) {

  public static Choice of(int[] order) {
    return new Choice(order, new float[0], OptionalDouble.empty(), OptionalDouble.empty());
  }

  public static Choice of(int[] order, float[] gains) {
    return new Choice(order, gains, OptionalDouble.empty(), OptionalDouble.empty());
  }
}
