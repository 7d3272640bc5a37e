package io.qcpruner.pocket.question;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.pocket.scene.PocketColor;
import io.qcpruner.pocket.scene.Scene;
import io.qcpruner.pocket.scene.SceneGenerator;
import io.qcpruner.pocket.scene.SceneObject;
import io.qcpruner.testkit.Seeded;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(Seeded.class)
class CaptionGeneratorTest {

  private final SceneGenerator scenes = new SceneGenerator();

  @Test
  void captionsAreTrueOfTheirSceneAndNotOfAll(Random random) {
    int elsewhere = 0;
    for (int i = 0; i < 40; i++) {
      Scene scene = QuestionSet.scene(scenes, Split.TRAIN.seed(i));
      Scene other = QuestionSet.scene(scenes, Split.TRAIN.seed(i + 1000));
      Caption caption = new CaptionGenerator().draw(scene.objects(), random);
      assertTrue(caption.holds(scene.objects()), caption.text());
      assertFalse(caption.text().contains("%"), caption.text());
      elsewhere += caption.holds(other.objects()) ? 1 : 0;
    }
    assertTrue(elsewhere < 30, elsewhere + " of 40 captions hold for another scene");
  }

  @Test
  void everyThingNamedMustBeThere() {
    Scene scene = QuestionSet.scene(scenes, Split.TRAIN.seed(3));
    SceneObject there = scene.objects().get(0);
    Caption.Thing same = thing(there, there.color());
    PocketColor absent =
        List.of(PocketColor.values()).stream()
            .filter(c -> !new Caption("", List.of(thing(there, c))).holds(scene.objects()))
            .findFirst()
            .orElseThrow();
    assertTrue(new Caption("a", List.of(same)).holds(scene.objects()));
    assertFalse(new Caption("a", List.of(same, thing(there, absent))).holds(scene.objects()));
  }

  private static Caption.Thing thing(SceneObject o, PocketColor color) {
    return new Caption.Thing(Optional.of(o.kind()), Optional.of(o.name()), Optional.of(color));
  }
}
