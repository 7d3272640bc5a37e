package io.qcpruner.server.sample;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.qcpruner.media.internal.draw.AviFile;
import io.qcpruner.media.internal.draw.PngFiles;
import io.qcpruner.pocket.question.ClipSet;
import io.qcpruner.pocket.question.QuestionSet;
import io.qcpruner.pocket.question.Split;
import io.qcpruner.pocket.scene.ClipGenerator;
import io.qcpruner.pocket.scene.Scene;
import io.qcpruner.pocket.scene.SceneGenerator;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Drawn scenes and clips with questions, the same in every process. */
public final class Samples {
  private static final int EACH = 6;
  private static final int PER_FAMILY = 6;
  private static final int FRAMES_PER_SECOND = 4;

  private record Sample(byte[] picture, Optional<byte[]> clip, List<String> questions) {}

  private final List<Sample> samples = new ArrayList<>();

  /** Six scenes. */
  public Samples() throws IOException {
    this(true, false);
  }

  /**
   * Scenes for a model that takes pictures, clips for one that takes clips; three each for both.
   */
  public Samples(boolean pictures, boolean clips) throws IOException {
    int each = pictures && clips ? EACH / 2 : EACH;
    if (clips) {
      addClips(each);
    }
    if (pictures) {
      addScenes(each);
    }
  }

  private void addScenes(int count) throws IOException {
    Map<Long, List<String>> questions = new LinkedHashMap<>();
    for (QuestionSet.Item item : QuestionSet.of(Split.CALIBRATION, PER_FAMILY)) {
      questions
          .computeIfAbsent(item.sceneSeed(), seed -> new ArrayList<>())
          .add(item.question().text());
    }
    SceneGenerator scenes = new SceneGenerator();
    for (Map.Entry<Long, List<String>> entry :
        questions.entrySet().stream().limit(count).toList()) {
      Scene scene = QuestionSet.scene(scenes, entry.getKey());
      samples.add(
          new Sample(PngFiles.bytes(image(scene)), Optional.empty(), shortFirst(entry.getValue())));
    }
  }

  private void addClips(int count) throws IOException {
    Map<Long, List<String>> questions = new LinkedHashMap<>();
    for (ClipSet.Item item : ClipSet.of(Split.CALIBRATION, PER_FAMILY)) {
      questions.computeIfAbsent(item.seed(), seed -> new ArrayList<>()).add(item.question().text());
    }
    ClipGenerator clips = new ClipGenerator();
    for (Map.Entry<Long, List<String>> entry :
        questions.entrySet().stream().limit(count).toList()) {
      List<BufferedImage> frames =
          ClipSet.clip(clips, entry.getKey()).frames().stream().map(Samples::image).toList();
      samples.add(
          new Sample(
              PngFiles.bytes(frames.get(frames.size() / 2)),
              Optional.of(AviFile.bytes(frames, FRAMES_PER_SECOND)),
              shortFirst(entry.getValue())));
    }
  }

  /** Questions that people would type come first, those inside long prompts last. */
  private static List<String> shortFirst(List<String> questions) {
    return questions.stream()
        .sorted(
            Comparator.comparing((String q) -> q.length() > 70)
                // a colour is a better first question than a yes or no
                .thenComparing(q -> !q.startsWith("What color")))
        .toList();
  }

  /** All of them as JSON. */
  public String listing() {
    ObjectNode out = JsonNodeFactory.instance.objectNode();
    ArrayNode data = out.putArray("data");
    for (int i = 0; i < samples.size(); i++) {
      ObjectNode one = data.addObject().put("picture", "/samples/" + (i + 1) + ".png");
      if (samples.get(i).clip.isPresent()) {
        one.put("clip", "/samples/" + (i + 1) + ".avi");
      }
      samples.get(i).questions.forEach(one.putArray("questions")::add);
    }
    return out.toString();
  }

  public int count() {
    return samples.size();
  }

  /** A scene, or a frame of a clip, as PNG; numbered from 1. */
  public byte[] png(int number) {
    return samples.get(number - 1).picture.clone();
  }

  /** A clip as AVI, if the sample is one; numbered from 1. */
  public Optional<byte[]> avi(int number) {
    return samples.get(number - 1).clip.map(byte[]::clone);
  }

  private static BufferedImage image(Scene scene) {
    BufferedImage image =
        new BufferedImage(scene.width(), scene.height(), BufferedImage.TYPE_INT_RGB);
    image.setRGB(0, 0, scene.width(), scene.height(), scene.rgb(), 0, scene.width());
    return image;
  }
}
