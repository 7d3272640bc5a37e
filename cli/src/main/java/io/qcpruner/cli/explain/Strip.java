package io.qcpruner.cli.explain;

import io.qcpruner.media.internal.draw.Area;
import io.qcpruner.media.internal.draw.ColorScale;
import io.qcpruner.media.internal.draw.Overlay;
import io.qcpruner.model.EncodedVisual;
import io.qcpruner.model.backbone.PatchGeometry.Cell;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;

/** Draws a picture, or some evenly spaced frames of a clip side by side. */
final class Strip {
  private static final int MAX_FRAMES = 6;

  /** Small pictures are drawn larger, so that boxes and numbers can be seen. */
  private static final int WANTED_WIDTH = 640;

  private static final int MAX_ENLARGED = 4;
  private static final int GAP = 4;

  private final EncodedVisual seen;
  private final int[] shown;
  private final ColorScale scale;
  private final int factor;

  Strip(EncodedVisual seen, ColorScale scale) {
    this.scale = scale;
    this.seen = seen;
    int width = seen.frames().get(0).width();
    this.factor = Math.max(1, Math.min(MAX_ENLARGED, WANTED_WIDTH / width + 1));
    int count = seen.isClip() ? Math.min(MAX_FRAMES, seen.frames().size()) : 1;
    this.shown = new int[count];
    for (int i = 0; i < count; i++) {
      shown[i] = count == 1 ? 0 : i * (seen.frames().size() - 1) / (count - 1);
    }
  }

  BufferedImage original() {
    return draw((overlay, frame) -> overlay.original());
  }

  BufferedImage kept(List<Cell> cells) {
    return draw(
        (overlay, frame) ->
            overlay.kept(seen.areas(cells.stream().filter(c -> on(c, frame)).toList())));
  }

  BufferedImage heat(List<Cell> cells, float[] values) {
    return draw(
        (overlay, frame) -> {
          List<Cell> here = new ArrayList<>();
          float[] picked = new float[values.length];
          for (int i = 0; i < values.length; i++) {
            if (on(cells.get(i), frame)) {
              picked[here.size()] = values[i];
              here.add(cells.get(i));
            }
          }
          return overlay.heat(seen.areas(here), Arrays.copyOf(picked, here.size()), scale);
        });
  }

  /** Where a patch lies in what is drawn; empty if its frame is not shown. */
  Optional<Area> place(Cell cell) {
    int at = 0;
    for (int frame : shown) {
      if (on(cell, frame)) {
        Area area = seen.areas(List.of(cell)).get(0);
        return area.isEmpty() ? Optional.empty() : Optional.of(enlarged(area, at));
      }
      at += factor * seen.frames().get(frame).width() + GAP;
    }
    return Optional.empty();
  }

  private Area enlarged(Area area, int left) {
    return new Area(
        left + factor * area.x(), factor * area.y(), factor * area.width(), factor * area.height());
  }

  private boolean on(Cell cell, int frame) {
    return !seen.isClip() || cell.group() == frame;
  }

  private BufferedImage draw(BiFunction<Overlay, Integer, BufferedImage> one) {
    List<BufferedImage> parts = new ArrayList<>();
    for (int frame : shown) {
      parts.add(one.apply(new Overlay(seen.frames().get(frame), factor), frame));
    }
    int width = parts.stream().mapToInt(BufferedImage::getWidth).sum() + GAP * (parts.size() - 1);
    BufferedImage out =
        new BufferedImage(width, parts.get(0).getHeight(), BufferedImage.TYPE_INT_RGB);
    Graphics2D g = out.createGraphics();
    int x = 0;
    for (BufferedImage part : parts) {
      g.drawImage(part, x, 0, null);
      x += part.getWidth() + GAP;
    }
    g.dispose();
    return out;
  }
}
