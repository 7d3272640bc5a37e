package io.qcpruner.pocket.question;

import io.qcpruner.pocket.scene.PocketColor;
import io.qcpruner.pocket.scene.SceneObject;
import java.util.List;
import java.util.Optional;

/** A text that is true of what is seen if every thing it names is there. */
public record Caption(String text, List<Thing> things) {

  /** What a caption says of one object; empty where it says nothing. */
  public record Thing(
      Optional<SceneObject.Kind> kind, Optional<String> name, Optional<PocketColor> color) {

    boolean is(SceneObject o) {
      return kind.map(k -> k == o.kind()).orElse(true)
          && name.map(o.name()::equals).orElse(true)
          && color.map(c -> c == o.color()).orElse(true);
    }
  }

  public Caption {
    things = List.copyOf(things);
  }

  public boolean holds(List<SceneObject> seen) {
    return things.stream().allMatch(t -> seen.stream().anyMatch(t::is));
  }
}
