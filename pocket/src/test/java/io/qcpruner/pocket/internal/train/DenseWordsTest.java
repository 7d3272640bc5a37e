package io.qcpruner.pocket.internal.train;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.qcpruner.pocket.scene.PocketColor;
import io.qcpruner.pocket.scene.Scene;
import io.qcpruner.pocket.scene.SceneObject;
import io.qcpruner.pocket.scene.Window;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class DenseWordsTest {

  private static final int NONE = DenseWords.IGNORE;

  private final DenseWords words = new DenseWords();
  private final Scene scene =
      new Scene(
          new Window(0, 0, 4, 4),
          List.of(
              object("star", PocketColor.RED, 14, 14),
              object("star", PocketColor.BLUE, 42, 14),
              object("circle", PocketColor.RED, 14, 42)),
          new int[56 * 56],
          new int[16]);

  private static SceneObject object(String name, PocketColor color, int x, int y) {
    return new SceneObject(
        SceneObject.Kind.SHAPE, name, color, SceneObject.Size.SMALL, x, y, 10, 10);
  }

  private int[] classes(String name, int color, int y, int x, int number) {
    int named = name == null ? NONE : words.groups().get(0).indexOf(name);
    return new int[] {named, color, 0, 0, y, x, NONE, number, NONE, NONE, NONE};
  }

  @Test
  void oneObjectIsKnownInFull() {
    assertArrayEquals(
        classes("star", PocketColor.BLUE.ordinal(), 41, 125, 1), words.common(scene, List.of(1)));
  }

  @Test
  void severalObjectsAreKnownByWhatTheyShare() {
    int red = PocketColor.RED.ordinal();
    assertArrayEquals(classes("star", NONE, 41, NONE, 2), words.common(scene, List.of(0, 1)));
    assertArrayEquals(classes(null, red, NONE, 41, 2), words.common(scene, List.of(0, 2)));
    assertArrayEquals(classes(null, NONE, NONE, NONE, 3), words.common(scene, List.of(0, 1, 2)));
  }

  @Test
  void theAbsentAreKnownByTheirNumberOnly() {
    int[] absent = words.common(scene, List.of());
    assertEquals(0, absent[DenseWords.NUMBER]);
    assertEquals(10, Arrays.stream(absent).filter(c -> c == NONE).count());
  }
}
