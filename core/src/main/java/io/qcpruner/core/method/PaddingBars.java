package io.qcpruner.core.method;

import io.qcpruner.core.signal.VisionLayout;
import java.util.stream.IntStream;

/** Which patches of a picture that was padded to a square lie entirely in the padding. */
final class PaddingBars {

  private PaddingBars() {}

  /** Patches that show some of the picture, ascending. */
  static int[] visible(VisionLayout vision) {
    VisionLayout.Picture picture = vision.picture();
    int n = vision.patches();
    if (!picture.squarePadded() || picture.width() == picture.height()) {
      return Indices.range(n);
    }
    boolean wide = picture.width() > picture.height();
    int lines = wide ? vision.gridRows() : vision.gridCols();
    int side = lines * picture.patchPixels();
    int longSide = Math.max(picture.width(), picture.height());
    int shortSide = Math.min(picture.width(), picture.height());
    int shown = (int) Math.rint(shortSide * ((double) side / longSide));
    int before = (side - shown) / 2;
    int first = before / picture.patchPixels();
    int end = lines - (side - shown - before) / picture.patchPixels();
    return IntStream.range(0, n)
        .filter(
            p -> {
              int line = wide ? p / vision.gridCols() : p % vision.gridCols();
              return line >= first && line < end;
            })
        .toArray();
  }
}
