package io.qcpruner.eval.plot;

import java.awt.Color;
import java.awt.Shape;

/** What a figure is drawn on: pixels, an SVG or a PDF. The origin is the upper left corner. */
interface Canvas {

  /** Size of plain text, in points of the figure. */
  int TEXT = 12;

  /** How a line is drawn. */
  enum Pen {
    THIN(1, false),
    MEDIUM(1.5f, false),
    THICK(2, false),
    DASHED(1.5f, true);

    static final int DASH = 6;

    final float width;
    final boolean dashed;

    Pen(float width, boolean dashed) {
      this.width = width;
      this.dashed = dashed;
    }
  }

  /** Which part of a text stands at its point. */
  enum Anchor {
    START("start", 0),
    MIDDLE("middle", 0.5),
    END("end", 1);

    final String svg;
    final double share;

    Anchor(String svg, double share) {
      this.svg = svg;
      this.share = share;
    }
  }

  /** The faces of the one font. */
  enum Face {
    PLAIN(TEXT),
    TITLE(TEXT + 2),
    /** Reads from the bottom to the top. */
    TURNED(TEXT);

    final int size;

    Face(int size) {
      this.size = size;
    }
  }

  void fill(Shape shape, Color color);

  void draw(Shape shape, Color color, Pen pen);

  /** Writes a line of text whose baseline goes through the point. */
  void text(String text, double x, double y, Anchor anchor, Face face, Color color);

  /** The length of a text in a face, in points. */
  double length(String text, Face face);
}
