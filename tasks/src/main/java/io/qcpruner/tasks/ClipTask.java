package io.qcpruner.tasks;

import io.qcpruner.eval.data.DataRoot;
import io.qcpruner.eval.data.Media;
import io.qcpruner.eval.task.ModelProfile;
import io.qcpruner.eval.task.Sample;
import io.qcpruner.eval.task.Task;
import io.qcpruner.eval.task.TaskData;
import io.qcpruner.media.RgbImage;
import io.qcpruner.pocket.internal.score.SceneImages;
import io.qcpruner.pocket.question.ClipFamily;
import io.qcpruner.pocket.question.ClipSet;
import io.qcpruner.pocket.question.Split;
import io.qcpruner.pocket.scene.ClipGenerator;
import io.qcpruner.pocket.scene.Scene;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Questions about drawn clips as a task of the evaluation.
 *
 * @param key name on the command line
 * @param family one family of questions, empty for all
 * @param blank whether every frame is grey: what can be guessed without looking
 */
record ClipTask(String key, Split split, Optional<ClipFamily> family, boolean blank)
    implements DrawnTask {

  /** The suite of all families. */
  static final String SUITE = "pocket-clips";

  private static final int QUESTIONS = 200;

  /** One task a family, all of them for calibration, and all of them without anything to see. */
  static List<Task> all() {
    List<Task> tasks = new ArrayList<>();
    for (ClipFamily f : ClipFamily.values()) {
      tasks.add(new ClipTask(SUITE + "-" + f.label(), Split.TEST, Optional.of(f), false));
    }
    tasks.add(new ClipTask(SUITE + "-calibration", Split.CALIBRATION, Optional.empty(), false));
    tasks.add(new ClipTask(SUITE + "-blank", Split.TEST, Optional.empty(), true));
    return tasks;
  }

  /** The tasks of the suite. */
  static List<String> suite() {
    return all().stream()
        .map(Task::key)
        .filter(k -> !k.endsWith("-calibration") && !k.endsWith("-blank"))
        .toList();
  }

  @Override
  public TaskData load(Optional<DataRoot> data, ModelProfile model) {
    List<Sample> samples = new ArrayList<>();
    for (ClipSet.Item item : ClipSet.of(split, QUESTIONS)) {
      ClipFamily asked = item.question().family();
      if (family.isEmpty() || family.get() == asked) {
        String name = "clip-" + item.seed();
        Media clip = new Media.DrawnClip(name, () -> frames(item.seed()));
        samples.add(
            Sample.of(name + "-" + asked.label(), samples.size(), item.question().text(), clip)
                .gold(item.question().answer())
                .group(asked.label()));
      }
    }
    return TaskData.of("drawn clips " + split + ", " + QUESTIONS + " per family", samples);
  }

  private List<RgbImage> frames(long seed) {
    return ClipSet.clip(new ClipGenerator(), seed).frames().stream().map(this::image).toList();
  }

  private RgbImage image(Scene scene) {
    return blank ? SceneImages.blank(scene) : SceneImages.of(scene);
  }
}
