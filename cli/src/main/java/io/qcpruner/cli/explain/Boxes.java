package io.qcpruner.cli.explain;

import io.qcpruner.eval.report.Html;
import io.qcpruner.media.internal.draw.Area;
import java.util.List;
import java.util.Locale;

/**
 * What lies over single patches of a picture: a number, and a line that shows when the pointer
 * rests there.
 */
public record Boxes(List<Box> boxes) {

  public static final Boxes NONE = new Boxes(List.of());

  /** More numbers than this can't be read in a picture. */
  private static final int MAX_NUMBERS = 64;

  /**
   * @param area in pixels of the picture
   * @param number drawn in the box
   * @param hint shown under the pointer
   */
  record Box(Area area, String number, String hint) {}

  public Boxes {
    boxes = List.copyOf(boxes);
  }

  /** Draws the boxes for a picture of that size; draws nothing if there are no boxes. */
  String svg(int width, int height) {
    if (boxes.isEmpty()) {
      return "";
    }
    StringBuilder out =
        new StringBuilder("<svg class=\"boxes\" viewBox=\"0 0 %d %d\">".formatted(width, height));
    for (int i = 0; i < boxes.size(); i++) {
      Box box = boxes.get(i);
      Area area = box.area;
      out.append(
          String.format(
              Locale.ROOT,
              "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"><title>%s</title></rect>",
              area.x(),
              area.y(),
              area.width(),
              area.height(),
              Html.escaped(box.hint)));
      if (i < MAX_NUMBERS) {
        double size = 0.62 * Math.min(area.width(), area.height());
        out.append(
            String.format(
                Locale.ROOT,
                "<text x=\"%.1f\" y=\"%.1f\" font-size=\"%.1f\" style=\"stroke-width:%.1fpx\">%s"
                    + "</text>",
                area.x() + area.width() / 2,
                area.y() + area.height() / 2 + 0.36 * size,
                size,
                size / 5,
                Html.escaped(box.number)));
      }
    }
    return out.append("</svg>").toString();
  }
}
