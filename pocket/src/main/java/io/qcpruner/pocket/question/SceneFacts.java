package io.qcpruner.pocket.question;

import io.qcpruner.pocket.scene.PocketColor;
import io.qcpruner.pocket.scene.Scene;
import io.qcpruner.pocket.scene.SceneObject;
import io.qcpruner.pocket.scene.Window;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Predicate;

/** What can be said about a scene without being ambiguous. */
final class SceneFacts {

  /** Objects nearer than this to the middle line are neither left nor right. */
  private static final int MIDDLE_MARGIN = 24;

  private final List<SceneObject> objects;

  SceneFacts(Scene scene) {
    this.objects = scene.objects();
  }

  SceneObject get(int i) {
    return objects.get(i);
  }

  int size() {
    return objects.size();
  }

  List<Integer> where(Predicate<SceneObject> test) {
    List<Integer> found = new ArrayList<>();
    for (int i = 0; i < objects.size(); i++) {
      if (test.test(objects.get(i))) {
        found.add(i);
      }
    }
    return found;
  }

  List<Integer> ofColor(PocketColor color) {
    return where(o -> o.color() == color);
  }

  List<Integer> shapesNamed(String name) {
    return where(o -> o.kind() == SceneObject.Kind.SHAPE && o.name().equals(name));
  }

  /** Things of the same kind and name. */
  List<Integer> alike(SceneObject like) {
    return where(o -> o.kind() == like.kind() && o.name().equals(like.name()));
  }

  /** The noun alone if only one thing is called so; never the colour. */
  Optional<String> withoutColor(int i) {
    return alike(get(i)).size() == 1 ? Optional.of(get(i).noun()) : Optional.empty();
  }

  /**
   * A noun phrase that means this object and no other, with the colour if the noun is not enough.
   */
  Optional<String> unique(int i, Random random) {
    SceneObject o = get(i);
    String colored = o.color().word() + " " + o.noun();
    if (alike(o).size() == 1) {
      return Optional.of(random.nextInt(4) == 0 ? colored : o.noun());
    }
    boolean colorIsEnough =
        where(p -> alike(o).contains(objects.indexOf(p)) && p.color() == o.color()).size() == 1;
    return colorIsEnough ? Optional.of(colored) : Optional.empty();
  }

  /** "left" or "right", empty near the middle. */
  Optional<String> horizontal(int i) {
    return side(get(i).centerX(), "left", "right");
  }

  /** "top" or "bottom", empty near the middle. */
  Optional<String> vertical(int i) {
    return side(get(i).centerY(), "top", "bottom");
  }

  private static Optional<String> side(int center, String low, String high) {
    int half = Window.SIDE / 2;
    if (Math.abs(center - half) < MIDDLE_MARGIN) {
      return Optional.empty();
    }
    return Optional.of(center < half ? low : high);
  }
}
