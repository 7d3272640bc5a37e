package io.qcpruner.eval.plot;

/** Widths of the font that every PDF reader has, in thousandths of its size. */
final class Helvetica {

  /** Widths of the characters from space to tilde, from Adobe's metrics. */
  private static final int[] WIDTHS = {
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556,
    556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667,
    611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667,
    667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500,
    222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584
  };

  /** Bold letters are about this much wider. */
  private static final double BOLD = 1.06;

  private static final int OTHER = 600;

  private Helvetica() {}

  /** The length of a text in points. */
  static double length(String text, Canvas.Face face) {
    int sum =
        text.chars().map(c -> c >= ' ' && c - ' ' < WIDTHS.length ? WIDTHS[c - ' '] : OTHER).sum();
    return sum * face.size / 1000.0 * (face == Canvas.Face.TITLE ? BOLD : 1);
  }
}
