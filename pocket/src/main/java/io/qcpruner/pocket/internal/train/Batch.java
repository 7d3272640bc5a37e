package io.qcpruner.pocket.internal.train;

import io.qcpruner.pocket.scene.Window;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Pictures with their packed turns, as plain arrays made by a background thread.
 *
 * @param size B pictures or clips
 * @param window what is drawn of each picture or frame
 * @param visual rows of each picture or clip in the decoder
 * @param pixels normalised, [B, 3, side, side], or [B · frames, 3, side, side]
 * @param dense [groups][B · patches], or of the cells that patches are pooled to
 * @param prefix tokens before the picture, the same for all
 * @param textRows T rows of packed turns per picture
 * @param text tokens [B · T], padded with end marks
 * @param offset position of each text row within its turn [B · T]
 * @param turn number of the turn of each row from 1, 0 for padding [B · T]
 * @param target next token where it is to be learnt, else IGNORE [B · T]
 * @param turns family and rows of every turn
 * @param looks rows that should look at other rows
 * @param nouns rows that should know what they mean
 * @param hints rows that answer, and what they have to find out first
 * @param lesson what else the stage teaches
 * @param drop which patches the questions lose, and where
 * @param late turns see no patch in the layers below this one
 * @param captions texts that are true or false of the pictures
 */
record Batch(
    int size,
    Window window,
    VisualRows visual,
    float[] pixels,
    int[][] dense,
    int[] prefix,
    int textRows,
    int[] text,
    int[] offset,
    int[] turn,
    int[] target,
    List<PackedTurn> turns,
    List<Look> looks,
    List<Noun> nouns,
    List<Hint> hints,
    Lesson lesson,
    Optional<Drop> drop,
    int late,
    Optional<Captions> captions) {

  /**
   * Where the visual rows stand.
   *
   * @param positions of the rows, counted from the first of the whole picture
   * @param length positions that the whole picture takes
   * @param times when each row is seen, in per mille of the clip; none for pictures
   */
  record VisualRows(int[] positions, int length, int[] times) {

    static VisualRows of(Window window) {
      int[] positions = IntStream.range(0, window.patches()).map(window::gridIndex).toArray();
      return new VisualRows(positions, Window.GRID * Window.GRID, new int[0]);
    }

    int count() {
      return positions.length;
    }
  }

  /**
   * Patches that the questions can't see from a layer on, as if they had been pruned after the
   * layer before it.
   *
   * @param kept per patch of the window
   */
  record Drop(int layer, boolean[] kept) {}

  /**
   * Texts about the pictures of the batch.
   *
   * @param ids tokens of each, with begin and end marks
   * @param holds [B · texts] whether it is true of the picture
   */
  record Captions(List<int[]> ids, boolean[] holds) {}

  /**
   * The last word of a noun phrase or of an option.
   *
   * @param row row of the flattened text
   * @param labels what the objects meant have in common, or the option's letter: a class per group
   *     of {@link DenseWords}
   */
  record Noun(int row, int[] labels) {}

  /**
   * A row that answers.
   *
   * @param row row of the flattened text
   * @param token what it has to find out first
   */
  record Hint(int row, int token) {}

  /** Rows [first, last] of the flattened text predict the answer. */
  record PackedTurn(String family, int first, int last) {}

  /** What a look is for; each is taught to layers of its own. */
  enum Aim {
    /** From the last word of a noun phrase to the patches it means. */
    OBJECT,
    /**
     * From the row that answers to the noun phrases: the first head to the first, the second to the
     * second, so that two objects can be compared by subtraction.
     */
    PHRASE,
    /** From the row that answers to the right option, or to the asserted word if it is so. */
    OPTION,
    /** From each option to its letter. */
    LETTER,
    /**
     * From the last word of a noun phrase evenly to the first row and the centres of the objects
     * meant: the share of the first row tells how many they are.
     */
    CENTERS,
    /** From the row that answers to the patches of everything the question names. */
    ASKED;

    String label() {
      return name().toLowerCase(java.util.Locale.ROOT);
    }
  }

  /**
   * A row and where each of the two taught heads should look from it.
   *
   * @param row row of the flattened text
   * @param first patches of the window (for objects) or rows of the flattened text; none means the
   *     thing is absent
   * @param second the same for the second head
   */
  record Look(Aim aim, int picture, int row, int[] first, int[] second) {}
}
