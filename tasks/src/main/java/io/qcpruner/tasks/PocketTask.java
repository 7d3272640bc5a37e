package io.qcpruner.tasks;

import io.qcpruner.eval.data.DataRoot;
import io.qcpruner.eval.data.Media;
import io.qcpruner.eval.task.ModelProfile;
import io.qcpruner.eval.task.Sample;
import io.qcpruner.eval.task.Task;
import io.qcpruner.eval.task.TaskCatalog;
import io.qcpruner.eval.task.TaskData;
import io.qcpruner.eval.task.TaskOptions;
import io.qcpruner.media.internal.draw.PngFiles;
import io.qcpruner.pocket.question.QuestionSet;
import io.qcpruner.pocket.question.Split;
import io.qcpruner.pocket.scene.Scene;
import io.qcpruner.pocket.scene.SceneGenerator;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The embedded model's own questions as a task of the evaluation. Scenes are drawn when they are
 * asked for.
 *
 * @param key name on the command line
 * @param family one family of questions, empty for all
 * @param perFamily questions of each family
 * @param form how pictures and questions are shown
 */
public record PocketTask(
    String key,
    Split split,
    Optional<io.qcpruner.pocket.question.Family> family,
    int perFamily,
    Form form)
    implements DrawnTask {

  /** Controls of the suite. */
  public enum Form {
    PLAIN,
    /** Every picture is grey: what can be guessed without looking. */
    BLANK,
    /** Every question ends with an answer-format instruction. */
    SUFFIXED
  }

  private static final int QUESTIONS = 200;

  private static final int GREY = 0x808080;

  /** The public benchmarks, the embedded suite and its calibration set. */
  public static TaskCatalog catalog(TaskOptions options) {
    List<Task> tasks = new ArrayList<>();
    List<String> suite = new ArrayList<>();
    for (var family : io.qcpruner.pocket.question.Family.values()) {
      Task task =
          new PocketTask(
              "pocket-" + family.label(), Split.TEST, Optional.of(family), QUESTIONS, Form.PLAIN);
      tasks.add(task);
      suite.add(task.key());
    }
    tasks.add(whole("pocket-calibration", Split.CALIBRATION, Form.PLAIN));
    tasks.add(whole("pocket-blank", Split.TEST, Form.BLANK));
    tasks.add(whole("pocket-suffixed", Split.TEST, Form.SUFFIXED));
    tasks.addAll(ClipTask.all());
    return new TaskCatalog(
        options, tasks, Map.of("pocket", suite, ClipTask.SUITE, ClipTask.suite()));
  }

  private static Task whole(String key, Split split, Form form) {
    return new PocketTask(key, split, Optional.empty(), QUESTIONS, form);
  }

  @Override
  public TaskData load(Optional<DataRoot> data, ModelProfile model) {
    List<Sample> samples = new ArrayList<>();
    for (QuestionSet.Item item : QuestionSet.of(split, perFamily)) {
      if (family.isEmpty() || family.get() == item.question().family()) {
        long seed = item.sceneSeed();
        String name = "scene-" + seed;
        Media picture = new Media.Embedded(name, () -> png(seed));
        samples.add(
            Sample.of(
                    name + "-" + item.question().family().label(),
                    samples.size(),
                    form == Form.SUFFIXED
                        ? item.withSuffix().question().text()
                        : item.question().text(),
                    picture)
                .gold(item.question().answer())
                .group(item.question().family().label()));
      }
    }
    return TaskData.of("drawn " + split + ", " + perFamily + " per family", samples);
  }

  private byte[] png(long seed) throws IOException {
    Scene scene = QuestionSet.scene(new SceneGenerator(), seed);
    int[] rgb = scene.rgb();
    if (form == Form.BLANK) {
      rgb = new int[rgb.length];
      Arrays.fill(rgb, GREY);
    }
    BufferedImage image =
        new BufferedImage(scene.width(), scene.height(), BufferedImage.TYPE_INT_RGB);
    image.setRGB(0, 0, scene.width(), scene.height(), rgb, 0, scene.width());
    return PngFiles.bytes(image);
  }
}
