package io.qcpruner.pocket.internal.train;

import io.qcpruner.pocket.scene.Scene;
import java.util.List;
import java.util.stream.IntStream;

/** The patches of one picture. */
record PictureSight(Scene scene, DenseWords words) implements Sight {

  @Override
  public int[] rows(List<Integer> objects) {
    return IntStream.range(0, scene.patchOwner().length)
        .filter(p -> objects.contains(scene.patchOwner()[p]))
        .toArray();
  }

  @Override
  public int[] centers(List<Integer> objects) {
    return objects.stream().mapToInt(scene::centerPatch).filter(c -> c >= 0).toArray();
  }

  @Override
  public int[] labels(List<Integer> objects) {
    return words.common(scene, objects);
  }
}
