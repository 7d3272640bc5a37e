package io.qcpruner.pocket.scene;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.testkit.Seeded;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(Seeded.class)
class SceneGeneratorTest {

  private final SceneGenerator generator = new SceneGenerator();

  @Test
  void sameSeedSamePixels(Random random) {
    long seed = random.nextLong();
    Scene a = generator.generate(seed, Window.FULL, 3, 10);
    Scene b = new SceneGenerator().generate(seed, Window.FULL, 3, 10);
    assertArrayEquals(a.rgb(), b.rgb());
    assertEquals(a.objects(), b.objects());
  }

  /** Frozen pixels: the shipped scores mean nothing if the pictures change. */
  @Test
  void pixelsAreTheSameOnEveryMachine() {
    CRC32 crc = new CRC32();
    for (long seed = 0; seed < 5; seed++) {
      for (int rgb : generator.generate(seed, Window.FULL, 3, 10).rgb()) {
        crc.update(rgb >> 16);
        crc.update(rgb >> 8);
        crc.update(rgb);
      }
    }
    assertEquals("38a0189", Long.toHexString(crc.getValue()));
  }

  @Test
  void objectsLieInsideTheWindow(Random random) {
    Window window = new Window(random.nextInt(13), random.nextInt(13), 12, 12);
    Scene scene = generator.generate(random.nextLong(), window, 1, 4);
    for (SceneObject o : scene.objects()) {
      assertTrue(o.centerX() - o.halfWidth() >= window.left(), o.toString());
      assertTrue(o.centerY() + o.halfHeight() <= window.top() + window.height(), o.toString());
    }
  }

  @Test
  void centresLieOnTheirLattice(Random random) {
    Set<Integer> remainders = new HashSet<>();
    for (int i = 0; i < 40; i++) {
      long seed = random.nextLong();
      for (SceneObject o : generator.generate(seed, Window.FULL, 3, 10).objects()) {
        assertEquals(0, o.centerX() % SceneMix.HALF_PATCH);
      }
      Scene anywhere = generator.generate(seed, Window.FULL, 3, 10, SceneMix.ANYWHERE);
      anywhere.objects().forEach(o -> remainders.add(o.centerX() % SceneMix.HALF_PATCH));
    }
    assertEquals(SceneMix.HALF_PATCH, remainders.size());
  }

  @Test
  void everyShapeColorAndKindTurnsUp() {
    Set<Object> seen = new HashSet<>();
    for (long seed = 0; seed < 400; seed++) {
      for (SceneObject o : generator.generate(seed, Window.FULL, 3, 10).objects()) {
        seen.add(o.kind());
        seen.add(o.color());
        seen.add(o.size());
        seen.add(o.name());
      }
    }
    int texts = Lexicon.LETTERS.size() + Lexicon.DIGITS.size() + Lexicon.WORDS.size();
    assertEquals(4 + 8 + 2 + Shape.values().length + texts, seen.size());
  }

  @Test
  void patchOwnersAreTheObjectThatFillsThem() {
    for (long seed = 0; seed < 300; seed++) {
      assertOwnersFill(generator.generate(seed, Window.FULL, 1, 1), "seed " + seed);
    }
  }

  private static void assertOwnersFill(Scene scene, String where) {
    SceneObject only = scene.objects().get(0);
    Raster raster = new Raster(new StrokeFont(), Window.FULL, new int[Window.SIDE * Window.SIDE]);
    for (int p = 0; p < scene.patchOwner().length; p++) {
      int covered = 0;
      for (int i = 0; i < Window.PATCH * Window.PATCH; i++) {
        int x = p % Window.GRID * Window.PATCH + i % Window.PATCH;
        int y = p / Window.GRID * Window.PATCH + i / Window.PATCH;
        covered += raster.covers(only, x, y) ? 1 : 0;
      }
      assertEquals(covered >= 24 ? 0 : -1, scene.patchOwner()[p], where + ", patch " + p);
    }
  }

  @Test
  void wrongCountsAndWindowsAreNamed() {
    assertThrows(IllegalArgumentException.class, () -> generator.generate(1, Window.FULL, 3, 2));
    assertThrows(IllegalArgumentException.class, () -> new Window(20, 0, 8, 8));
  }
}
