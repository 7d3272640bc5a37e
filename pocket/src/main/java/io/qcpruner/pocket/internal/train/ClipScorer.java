package io.qcpruner.pocket.internal.train;

import io.qcpruner.pocket.question.ClipSet;
import io.qcpruner.pocket.question.Split;
import io.qcpruner.pocket.scene.ClipGenerator;
import io.qcpruner.pocket.scene.MovingScene;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Like {@link Scorer}, for the clip model. */
public final class ClipScorer implements AutoCloseable {

  private final ClipCourse course = new ClipCourse();
  private final Parameters parameters = new Parameters();
  private final ClipGenerator clips = new ClipGenerator();
  private final DenseWords words = new DenseWords();
  private final PocketNet net;

  public ClipScorer(Path checkpoint) throws IOException {
    TrainCheckpoint.load(checkpoint, parameters);
    net = course.net(parameters);
  }

  /**
   * @param blank whether all frames are replaced by plain grey
   * @return hits and questions by the label of each family
   */
  public Map<String, int[]> score(Split split, int perFamily, boolean blank) throws IOException {
    Map<Long, List<EncodedTurn>> byClip = new LinkedHashMap<>();
    for (ClipSet.Item item : ClipSet.of(split, perFamily)) {
      byClip
          .computeIfAbsent(item.seed(), s -> new ArrayList<>())
          .add(course.encoder().encode(item.question()));
    }
    Map<String, int[]> result = new TreeMap<>();
    for (Map.Entry<Long, List<EncodedTurn>> e : byClip.entrySet()) {
      MovingScene clip = ClipSet.clip(clips, e.getKey());
      clip(blank ? blank(clip) : clip, e.getValue(), result);
    }
    return result;
  }

  private static MovingScene blank(MovingScene clip) {
    return new MovingScene(clip.actors(), clip.frames().stream().map(Scorer::blank).toList());
  }

  private void clip(MovingScene clip, List<EncodedTurn> turns, Map<String, int[]> result)
      throws IOException {
    int rows = turns.stream().mapToInt(t -> t.ids().length).sum();
    BatchFilling filling = course.filling(1, rows, Lesson.WITHDRAWN);
    ClipSight sight = new ClipSight(clip, words);
    filling.clip(0, clip.frames(), sight.cells());
    turns.forEach(t -> filling.turn(0, sight, t));
    net.count(filling.batch(), result);
  }

  @Override
  public void close() {
    net.close();
    parameters.close();
    course.close();
  }
}
