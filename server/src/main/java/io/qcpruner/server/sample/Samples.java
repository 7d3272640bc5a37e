package io.qcpruner.server.sample;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.qcpruner.media.draw.PngFiles;
import io.qcpruner.pocket.question.QuestionSet;
import io.qcpruner.pocket.question.Split;
import io.qcpruner.pocket.scene.Scene;
import io.qcpruner.pocket.scene.SceneGenerator;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Drawn scenes with questions, the same in every process. */
public final class Samples {
  private static final int PICTURES = 6;
  private static final int PER_FAMILY = 6;

  private final List<byte[]> pictures = new ArrayList<>();
  private final String listing;

  public Samples() throws IOException {
    Map<Long, List<String>> questions = new LinkedHashMap<>();
    for (QuestionSet.Item item : QuestionSet.of(Split.CALIBRATION, PER_FAMILY)) {
      String text = item.question().text();
      List<String> ofScene = questions.computeIfAbsent(item.sceneSeed(), seed -> new ArrayList<>());
      // a colour is a better first question than a yes or no
      ofScene.add(text.startsWith("What color") ? 0 : ofScene.size(), text);
    }
    ObjectNode out = new ObjectMapper().createObjectNode();
    ArrayNode data = out.putArray("data");
    SceneGenerator scenes = new SceneGenerator();
    for (Map.Entry<Long, List<String>> entry : questions.entrySet()) {
      if (pictures.size() < PICTURES) {
        pictures.add(png(QuestionSet.scene(scenes, entry.getKey())));
        ObjectNode one = data.addObject().put("picture", "/samples/" + pictures.size() + ".png");
        entry.getValue().forEach(one.putArray("questions")::add);
      }
    }
    this.listing = out.toString();
  }

  /** All of them as JSON. */
  public String listing() {
    return listing;
  }

  public int count() {
    return pictures.size();
  }

  /** A picture as PNG, numbered from 1. */
  public byte[] png(int number) {
    return pictures.get(number - 1).clone();
  }

  private static byte[] png(Scene scene) throws IOException {
    BufferedImage image =
        new BufferedImage(scene.width(), scene.height(), BufferedImage.TYPE_INT_RGB);
    image.setRGB(0, 0, scene.width(), scene.height(), scene.rgb(), 0, scene.width());
    return PngFiles.bytes(image);
  }
}
