package io.qcpruner.pocket.scene;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.testkit.Seeded;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(Seeded.class)
class ClipGeneratorTest {

  private final ClipGenerator generator = new ClipGenerator();

  /** Frozen pixels: scores mean nothing if the clips change. */
  @Test
  void pixelsAreTheSameOnEveryMachine() {
    CRC32 crc = new CRC32();
    for (long seed = 0; seed < 3; seed++) {
      for (Scene frame : generator.generate(seed, 2, 3).frames()) {
        for (int rgb : frame.rgb()) {
          crc.update(rgb >> 16);
          crc.update(rgb >> 8);
          crc.update(rgb);
        }
      }
    }
    assertEquals("69fcaa4b", Long.toHexString(crc.getValue()));
  }

  @Test
  void actorsCanBeToldApartAndStayInTheFrame(Random random) {
    for (int n = 0; n < 50; n++) {
      MovingScene clip = generator.generate(random.nextLong(), 2, 3);
      Set<Object> seen = new HashSet<>();
      for (Actor a : clip.actors()) {
        assertTrue(seen.add(a.start().name()), "two of a shape");
        assertTrue(seen.add(a.start().color()), "two of a colour");
        assertTrue(seen.add(a.first()), "two at once");
        for (int f = 0; f < MovingScene.FRAMES; f++) {
          SceneObject o = a.at(f);
          int left = o.centerX() - o.halfWidth() - MovingScene.WINDOW.left();
          int top = o.centerY() - o.halfHeight() - MovingScene.WINDOW.top();
          assertTrue(
              left >= 0 && left + 2 * o.halfWidth() <= MovingScene.WINDOW.width(), o.toString());
          assertTrue(
              top >= 0 && top + 2 * o.halfHeight() <= MovingScene.WINDOW.height(), o.toString());
        }
      }
    }
  }

  /** What is drawn is what is said: seen from its first frame on, and moved as its word says. */
  @Test
  void patchesFollowTheActor(Random random) {
    Set<Actor.Motion> motions = new HashSet<>();
    for (int n = 0; n < 40; n++) {
      MovingScene clip = generator.generate(random.nextLong(), 1, 3);
      for (int a = 0; a < clip.actors().size(); a++) {
        Actor actor = clip.actors().get(a);
        for (int f = 0; f < MovingScene.FRAMES; f++) {
          int owner = a;
          boolean shown =
              Arrays.stream(clip.frames().get(f).patchOwner()).anyMatch(o -> o == owner);
          assertEquals(actor.isSeen(f), shown, "frame " + f + " of " + actor);
        }
        double[] before = middle(clip.frames().get(actor.first()), a);
        double[] after = middle(clip.frames().get(MovingScene.FRAMES - 1), a);
        if (actor.motion().isPresent()) {
          motions.add(actor.motion().get());
          double moved =
              switch (actor.motion().get()) {
                case LEFT -> before[0] - after[0];
                case RIGHT -> after[0] - before[0];
                case UP -> before[1] - after[1];
                case DOWN -> after[1] - before[1];
              };
          assertTrue(moved > 0.5, actor + " moved by " + moved);
        }
      }
    }
    assertEquals(4, motions.size());
    assertNotEquals(generator.generate(1, 2, 3).actors(), generator.generate(2, 2, 3).actors());
  }

  /** Mean column and row of an actor's patches. */
  private static double[] middle(Scene frame, int actor) {
    double[] sum = new double[3];
    for (int p = 0; p < frame.patchOwner().length; p++) {
      if (frame.patchOwner()[p] == actor) {
        sum[0] += p % MovingScene.GRID;
        sum[1] += p / MovingScene.GRID;
        sum[2]++;
      }
    }
    return new double[] {sum[0] / sum[2], sum[1] / sum[2]};
  }
}
