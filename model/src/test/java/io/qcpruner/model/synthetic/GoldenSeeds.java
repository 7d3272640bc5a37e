package io.qcpruner.model.synthetic;

/**
 * The first four values of some tensors, computed with Python integers and doubles from the
 * definition, rounding each product and sum to float.
 */
final class GoldenSeeds {
  static final float[] PROJECTOR = {
    -0.11324861645698547f, 0.16792242228984833f, -0.31147709488868713f, -0.30857035517692566f
  };
  static final float[] NORM = {
    0.9919218420982361f, 1.0787770748138428f, 0.9732164740562439f, 1.0100010633468628f
  };
  static final float[] NEWLINE = {
    -0.2171037793159485f, 0.1252908706665039f, -0.25799548625946045f, 0.22066527605056763f
  };
  static final float[] BIAS = {
    -0.03288964182138443f, 0.03713604807853699f, -0.011311001144349575f, 0.010167896747589111f
  };
  static final float[] PATCH = {
    0.000545850838534534f, 0.040361907333135605f, -0.0028428095392882824f, 0.06590141355991364f
  };

  private GoldenSeeds() {}
}
