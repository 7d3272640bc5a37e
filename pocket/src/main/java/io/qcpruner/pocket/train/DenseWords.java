package io.qcpruner.pocket.train;

import io.qcpruner.pocket.scene.Lexicon;
import io.qcpruner.pocket.scene.PocketColor;
import io.qcpruner.pocket.scene.Scene;
import io.qcpruner.pocket.scene.SceneObject;
import io.qcpruner.pocket.scene.Shape;
import io.qcpruner.pocket.scene.Window;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What each patch shows, as words of the decoder's vocabulary in seven groups: name, colour, kind,
 * size, vertical and horizontal side of its object, and whether the patch is the object's centre.
 */
final class DenseWords {

  static final int IGNORE = -100;

  /** Groups whose label is a degree in per mille between their two words. */
  static final java.util.Set<Integer> GRADED = java.util.Set.of(4, 5);

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
        SceneObject o = scene.objects().get(owner);
        labels[0][p] = groups.get(0).indexOf(o.name());
        labels[1][p] = o.color().ordinal();
        labels[2][p] = o.kind().ordinal();
        labels[3][p] = o.size().ordinal();
        labels[4][p] = degree(o.centerY());
        labels[5][p] = degree(o.centerX());
        labels[6][p] = 0;
      }
    }
    for (int o = 0; o < scene.objects().size(); o++) {
      int center = scene.centerPatch(o);
      if (center >= 0) {
        labels[6][center] = 1;
      }
    }
    return labels;
  }

  /** Side as a matter of degree: per mille of the way from the first word to the second. */
  private static int degree(int center) {
    return 1000 * center / Window.SIDE;
  }
}
