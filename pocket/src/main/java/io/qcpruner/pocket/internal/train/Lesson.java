package io.qcpruner.pocket.internal.train;

import java.util.List;
import java.util.Map;

/**
 * What a stage teaches besides answers and patches.
 *
 * @param looks which layers are taught to look at what
 * @param lookWeight weight of each look in the loss; answers have 1
 * @param drops share of the batches whose questions lose patches at random from some layer on
 * @param late share of the batches whose questions see the picture only from some layer on
 * @param captions whether the class row and the text tower learn to match pictures and captions
 */
public record Lesson(
    Map<Integer, List<Batch.Aim>> looks,
    double lookWeight,
    double drops,
    double late,
    boolean captions) {

  /** The looks that the first embedded model was trained with. */
  static final Lesson FIRST =
      new Lesson(
          Map.of(
              1, List.of(Batch.Aim.LETTER),
              3, List.of(Batch.Aim.OBJECT),
              5, List.of(Batch.Aim.OBJECT, Batch.Aim.CENTERS),
              7, List.of(Batch.Aim.PHRASE),
              9, List.of(Batch.Aim.OPTION)),
          1,
          0,
          0,
          false);

  /** Objects are looked at from early to late layers, by nouns and by the row that answers. */
  static final Lesson MANY_DEPTHS =
      new Lesson(
          Map.of(
              1, List.of(Batch.Aim.LETTER, Batch.Aim.PHRASE),
              2, List.of(Batch.Aim.OBJECT, Batch.Aim.ASKED),
              3, List.of(Batch.Aim.OBJECT),
              4, List.of(Batch.Aim.OBJECT, Batch.Aim.ASKED),
              5, List.of(Batch.Aim.OBJECT, Batch.Aim.CENTERS),
              6, List.of(Batch.Aim.OBJECT, Batch.Aim.ASKED),
              7, List.of(Batch.Aim.OBJECT, Batch.Aim.PHRASE),
              8, List.of(Batch.Aim.OBJECT),
              9, List.of(Batch.Aim.OPTION)),
          0.4,
          0.15,
          0,
          true);

  /** No look is taught any more. */
  static final Lesson WITHDRAWN = new Lesson(Map.of(), 0, 0.15, 0, true);

  /** What is asked is looked up in the middle of the decoder. */
  static final Lesson LATE = new Lesson(Map.of(), 0, 0, 0.7, true);

  /** Like above, for clips, which have no captions. */
  static final Lesson LATE_CLIPS = new Lesson(Map.of(), 0, 0, 0.7, false);

  /** Nouns look at their actors when they appear and at the end, early to late. */
  static final Lesson CLIPS =
      new Lesson(
          Map.of(
              3, List.of(Batch.Aim.OBJECT),
              4, List.of(Batch.Aim.OBJECT, Batch.Aim.ASKED),
              5, List.of(Batch.Aim.OBJECT),
              7, List.of(Batch.Aim.PHRASE)),
          0.5,
          0,
          0,
          false);

  List<Batch.Aim> at(int layer) {
    return looks.getOrDefault(layer, List.of());
  }
}
