package io.qcpruner.pocket.internal.train;

import io.qcpruner.pocket.scene.Scene;
import io.qcpruner.pocket.scene.Window;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Arrays that grow into a batch. */
final class BatchFilling {
  private final int batch;
  private final int textRows;
  private final Window window;
  private final Batch.VisualRows visual;
  private final int[] prefix;
  private final DenseWords words = new DenseWords();
  private final float[] pixels;
  private final int[][] dense;
  private final int[] text;
  private final int[] offset;
  private final int[] turn;
  private final int[] target;
  private final int[] used;
  private final int[] count;
  private final int[] next; // offset of the next row of the conversation that is being packed
  private final List<Batch.PackedTurn> turns = new ArrayList<>();
  private final List<Batch.Look> looks = new ArrayList<>();
  private final List<Batch.Noun> nouns = new ArrayList<>();
  private final List<Batch.Hint> hints = new ArrayList<>();
  private final Lesson lesson;
  private Optional<Batch.Drop> drop = Optional.empty();
  private int late;
  private Optional<Batch.Captions> captions = Optional.empty();

  BatchFilling(int batch, int textRows, Window window, int[] prefix) {
    this(batch, textRows, window, prefix, Lesson.FIRST);
  }

  BatchFilling(int batch, int textRows, Window window, int[] prefix, Lesson lesson) {
    this(
        new Views(batch, 1, window, window.patches(), Batch.VisualRows.of(window)),
        textRows,
        prefix,
        lesson);
  }

  /**
   * What a batch shows.
   *
   * @param batch pictures or clips
   * @param frames of each, one for pictures
   * @param window of each frame
   * @param cells described rows of each picture or clip
   * @param visual rows of each in the decoder
   */
  record Views(int batch, int frames, Window window, int cells, Batch.VisualRows visual) {}

  BatchFilling(Views views, int textRows, int[] prefix, Lesson lesson) {
    this.lesson = lesson;
    this.batch = views.batch();
    this.textRows = textRows;
    this.window = views.window();
    this.visual = views.visual();
    this.prefix = prefix;
    int side = window.rows() * Window.PATCH;
    this.pixels = new float[batch * views.frames() * 3 * side * side];
    this.dense = new int[words.groups().size()][batch * views.cells()];
    int rows = batch * textRows;
    this.text = filled(rows, 2);
    this.offset = new int[rows];
    this.turn = new int[rows];
    this.target = filled(rows, DenseWords.IGNORE);
    this.used = new int[batch];
    this.count = new int[batch];
    this.next = new int[batch];
  }

  private static int[] filled(int n, int value) {
    int[] a = new int[n];
    Arrays.fill(a, value);
    return a;
  }

  void picture(int b, Scene scene) {
    PixelRows.CLIP.write(scene, pixels, b);
    describe(b, words.labels(scene));
  }

  /**
   * The frames of clip b.
   *
   * @param labels class of each cell in each group
   */
  void clip(int b, List<Scene> frames, int[][] labels) {
    for (int f = 0; f < frames.size(); f++) {
      PixelRows.SIGLIP.write(frames.get(f), pixels, b * frames.size() + f);
    }
    describe(b, labels);
  }

  private void describe(int b, int[][] labels) {
    for (int g = 0; g < labels.length; g++) {
      System.arraycopy(labels[g], 0, dense[g], b * labels[g].length, labels[g].length);
    }
  }

  /** Packs a turn that sees nothing but the picture and itself; false if it no longer fits. */
  boolean turn(int b, Sight sight, EncodedTurn t) {
    if (!fits(b, t)) {
      return false;
    }
    count[b]++;
    next[b] = 0;
    pack(b, sight, t);
    return true;
  }

  /** Packs a turn that follows the one packed last; false if it no longer fits. */
  boolean laterTurn(int b, Sight sight, EncodedTurn t) {
    if (count[b] == 0) {
      throw new IllegalStateException("no turn before it");
    }
    if (!fits(b, t)) {
      return false;
    }
    pack(b, sight, t);
    return true;
  }

  private boolean fits(int b, EncodedTurn t) {
    return used[b] + t.ids().length - 1 <= textRows;
  }

  private void pack(int b, Sight sight, EncodedTurn t) {
    int length = t.ids().length - 1; // the end mark is a row only where another turn follows
    int start = b * textRows + used[b];
    for (int i = 0; i < length; i++) {
      text[start + i] = t.ids()[i];
      offset[start + i] = next[b] + i;
      turn[start + i] = count[b];
      if (i + 1 >= t.answerStart()) {
        target[start + i] = t.ids()[i + 1];
      }
    }
    if (!t.isPast()) {
      turns.add(new Batch.PackedTurn(t.family(), start + t.answerStart() - 1, start + length - 1));
      look(b, start, sight, t);
    }
    used[b] += length;
    next[b] += length;
  }

  void late(int layer) {
    late = layer;
  }

  void drop(Batch.Drop patches) {
    drop = Optional.of(patches);
  }

  void captions(Batch.Captions texts) {
    captions = Optional.of(texts);
  }

  private void look(int b, int start, Sight sight, EncodedTurn t) {
    for (EncodedTurn.Mention m : t.mentions()) {
      int row = start + m.token();
      int[] early = sight.early(m.objects());
      // an object hidden by others has nothing to look at
      if (early.length > 0 || m.objects().isEmpty()) {
        looks.add(new Batch.Look(Batch.Aim.OBJECT, b, row, early, sight.late(m.objects())));
        int[] centers = sight.centers(m.objects());
        nouns.add(new Batch.Noun(row, sight.labels(m.objects())));
        looks.add(new Batch.Look(Batch.Aim.CENTERS, b, row, centers, centers));
      }
    }
    int answering = start + t.answerStart() - 1;
    lookAtAsked(b, answering, sight, t.mentions());
    // every row that says a word of the answer, but not the one that ends it
    for (int i = t.answerStart(); i < t.ids().length - 1; i++) {
      int row = start + i - 1;
      hints.add(new Batch.Hint(row, row == answering ? t.clue() : t.ids()[i]));
      lookAtPhrases(b, start, row, t.mentions());
    }
    for (EncodedTurn.Claim c : t.claims()) {
      // the same look that finds the option like the clue: here it finds it or rests
      int[] found = c.holds() ? new int[] {start + c.token()} : new int[0];
      looks.add(new Batch.Look(Batch.Aim.OPTION, b, answering, found, found));
    }
    for (int i = 0; i < t.options().size(); i++) {
      EncodedTurn.Option o = t.options().get(i);
      int[] word = {start + o.word()};
      nouns.add(new Batch.Noun(word[0], words.option(i)));
      int[] letter = {start + o.letter()};
      looks.add(new Batch.Look(Batch.Aim.LETTER, b, word[0], letter, letter));
      if (o.right()) {
        looks.add(new Batch.Look(Batch.Aim.OPTION, b, answering, word, word));
      }
    }
  }

  private void lookAtAsked(int b, int row, Sight sight, List<EncodedTurn.Mention> mentions) {
    List<Integer> asked = mentions.stream().flatMap(m -> m.objects().stream()).toList();
    int[] patches = sight.rows(asked);
    if (patches.length > 0) {
      looks.add(new Batch.Look(Batch.Aim.ASKED, b, row, patches, patches));
    }
  }

  private void lookAtPhrases(int b, int start, int row, List<EncodedTurn.Mention> mentions) {
    if (!mentions.isEmpty()) {
      int[] first = {start + mentions.get(0).token()};
      // with one phrase the second head rests, so that it can learn to subtract
      int[] second = mentions.size() > 1 ? new int[] {start + mentions.get(1).token()} : new int[0];
      looks.add(new Batch.Look(Batch.Aim.PHRASE, b, row, first, second));
    }
  }

  Batch batch() {
    return new Batch(
        batch, window, visual, pixels, dense, prefix, textRows, text, offset, turn, target, turns,
        looks, nouns, hints, lesson, drop, late, captions);
  }
}
