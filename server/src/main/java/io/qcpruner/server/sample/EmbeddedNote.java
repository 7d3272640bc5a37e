package io.qcpruner.server.sample;

import io.qcpruner.server.chat.ModelNote;

/** What people should know of the embedded models. */
public final class EmbeddedNote {
  /** The model for pictures. */
  public static final ModelNote PICTURES =
      new ModelNote(
          "This small model knows drawn scenes only: eight shapes, eight colours, letters, digits and"
              + " short words. Its answers about photographs mean nothing.",
          true,
          true,
          false);

  /** The model for clips. */
  public static final ModelNote CLIPS =
      new ModelNote(
          "This small model knows drawn clips only: two or three coloured shapes that move. Its"
              + " answers about films and photographs mean nothing.",
          false,
          true,
          false);

  private EmbeddedNote() {}
}
