package io.qcpruner.model.backbone;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Prompts of the tiny tiled models, as {@code reference/make_goldens.py} writes them. */
final class TiledPrompt {
  private final List<Integer> ids = new ArrayList<>();

  static TiledPrompt of(int... text) {
    return new TiledPrompt().text(text);
  }

  TiledPrompt text(int... text) {
    IntStream.of(text).forEach(ids::add);
    return this;
  }

  /** Tiles with their marks, a line break after each row, and the whole. */
  TiledPrompt tiles(int rows, int cols) {
    for (int row = 0; row < rows; row++) {
      for (int col = 0; col < cols; col++) {
        text(80, 81, PromptIds.MARKER);
      }
      text(13);
    }
    return rows > 0 ? text(13, 80, 82, PromptIds.MARKER, 80) : text(80, 82, PromptIds.MARKER, 80);
  }

  PromptIds ids() {
    return PromptIds.raw(ids.stream().mapToInt(Integer::intValue).toArray());
  }
}
