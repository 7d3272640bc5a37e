package io.qcpruner.pocket.internal.train;

import io.qcpruner.pocket.scene.Lexicon;
import io.qcpruner.pocket.scene.MovingScene;
import io.qcpruner.pocket.scene.PocketColor;
import io.qcpruner.pocket.scene.Scene;
import io.qcpruner.pocket.scene.SceneObject;
import io.qcpruner.pocket.scene.Shape;
import io.qcpruner.pocket.scene.Window;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What a patch shows or a noun means, as words of the decoder's vocabulary in groups: name, colour,
 * kind, size, vertical and horizontal place of the object, whether a patch is the object's centre,
 * how many objects a noun means, the letter of an option, and in clips which way it moves and when
 * it appears.
 */
final class DenseWords {

  static final int IGNORE = -100;

  /** Groups whose label is a degree in per mille between their two words. */
  static final java.util.Set<Integer> GRADED = java.util.Set.of(4, 5, 10);

  static final int CENTER = 6;
  static final int NUMBER = 7;
  private static final int LETTER = 8;

  /** Groups that only clips have something to say about. */
  static final int MOTION = 9;

  static final int TIME = 10;
  private static final String NOTHING = "background";

  private final List<List<String>> groups = new ArrayList<>();

  DenseWords() {
    List<String> names = new ArrayList<>(List.of(NOTHING));
    Arrays.stream(Shape.values()).map(Shape::word).forEach(names::add);
    names.addAll(Lexicon.LETTERS);
    names.addAll(Lexicon.DIGITS);
    names.addAll(Lexicon.WORDS);
    groups.add(names);
    groups.add(Arrays.stream(PocketColor.values()).map(PocketColor::word).toList());
    groups.add(List.of("shape", "letter", "digit", "word"));
    groups.add(List.of("small", "large"));
    groups.add(List.of("top", "bottom"));
    groups.add(List.of("left", "right"));
    groups.add(List.of("side", "center"));
    groups.add(List.of("zero", "one", "two", "three", "four"));
    groups.add(List.of("A", "B", "C", "D"));
    groups.add(List.of("left", "right", "up", "down"));
    groups.add(List.of("first", "last"));
  }

  List<List<String>> groups() {
    return groups;
  }

  /**
   * Class of each patch in each group: [groups][patches]; IGNORE where a group has nothing to say.
   */
  int[][] labels(Scene scene) {
    int n = scene.patchOwner().length;
    int[][] labels = new int[groups.size()][n];
    for (int[] row : labels) {
      Arrays.fill(row, IGNORE);
    }
    for (int p = 0; p < n; p++) {
      int owner = scene.patchOwner()[p];
      if (owner < 0) {
        labels[0][p] = 0;
      } else {
        int[] own = own(scene.objects().get(owner));
        for (int g = 0; g < own.length; g++) {
          labels[g][p] = own[g];
        }
        labels[CENTER][p] = 0;
      }
    }
    for (int o = 0; o < scene.objects().size(); o++) {
      int center = scene.centerPatch(o);
      if (center >= 0) {
        labels[CENTER][center] = 1;
      }
    }
    return labels;
  }

  /** What all these objects have in common, and their number: a class per group, or IGNORE. */
  int[] common(Scene scene, List<Integer> objects) {
    int[] labels = new int[groups.size()];
    Arrays.fill(labels, IGNORE);
    for (int i = 0; i < objects.size(); i++) {
      int[] own = own(scene.objects().get(objects.get(i)));
      for (int g = 0; g < own.length; g++) {
        labels[g] = i == 0 || labels[g] == own[g] ? own[g] : IGNORE;
      }
    }
    if (objects.size() < groups.get(NUMBER).size()) {
      labels[NUMBER] = objects.size();
    }
    return labels;
  }

  /** What the last word of an option should know: its letter. */
  int[] option(int index) {
    int[] labels = new int[groups.size()];
    Arrays.fill(labels, IGNORE);
    labels[LETTER] = index;
    return labels;
  }

  /** Classes of the first groups. */
  private int[] own(SceneObject o) {
    return new int[] {
      groups.get(0).indexOf(o.name()),
      o.color().ordinal(),
      o.kind().ordinal(),
      o.size().ordinal(),
      degree(o.centerY()),
      degree(o.centerX())
    };
  }

  /** Like for a picture, but places are within the frame of a clip. */
  int[] inFrame(SceneObject o) {
    int[] own = own(o);
    int side = MovingScene.GRID * Window.PATCH;
    own[4] = 1000 * (o.centerY() - MovingScene.WINDOW.row() * Window.PATCH) / side;
    own[5] = 1000 * (o.centerX() - MovingScene.WINDOW.column() * Window.PATCH) / side;
    return own;
  }

  /** Side as a matter of degree: per mille of the way from the first word to the second. */
  private static int degree(int center) {
    return 1000 * center / Window.SIDE;
  }
}
