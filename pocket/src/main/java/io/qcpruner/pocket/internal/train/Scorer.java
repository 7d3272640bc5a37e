package io.qcpruner.pocket.internal.train;

import io.qcpruner.pocket.question.ConversationSet;
import io.qcpruner.pocket.question.Question;
import io.qcpruner.pocket.question.QuestionSet;
import io.qcpruner.pocket.question.Split;
import io.qcpruner.pocket.scene.Scene;
import io.qcpruner.pocket.scene.SceneGenerator;
import io.qcpruner.pocket.scene.SceneMix;
import io.qcpruner.pocket.scene.Window;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Accuracy per family without pruning, the questions of a picture in one pass. An answer counts if
 * every token of it, the end mark included, is the likeliest one after the right beginning: that is
 * the same as being generated greedily.
 */
public final class Scorer implements AutoCloseable {

  private static final int GREY = 0x7F7F7F;

  private final TurnEncoder encoder = new TurnEncoder();
  private final Parameters parameters = new Parameters();
  private final DenseWords words = new DenseWords();
  private final SceneGenerator scenes = new SceneGenerator();
  private final PocketNet net;

  public Scorer(Path checkpoint) throws IOException {
    TrainCheckpoint.load(checkpoint, parameters);
    net = new PocketNet(parameters, encoder);
  }

  /**
   * @param blank whether the picture is replaced by plain grey: what can be guessed without looking
   * @return hits and questions by the label of each family
   */
  public Map<String, int[]> score(Split split, int perFamily, boolean blank) throws IOException {
    return score(split, perFamily, blank, SceneMix.STANDARD);
  }

  /** Like above, about pictures of another mix. */
  public Map<String, int[]> score(Split split, int perFamily, boolean blank, SceneMix mix)
      throws IOException {
    Map<Long, List<EncodedTurn>> byScene = new LinkedHashMap<>();
    for (QuestionSet.Item item : QuestionSet.of(split, perFamily, mix)) {
      byScene
          .computeIfAbsent(item.sceneSeed(), s -> new ArrayList<>())
          .add(encoder.encode(item.question()));
    }
    Map<String, int[]> result = new TreeMap<>();
    for (Map.Entry<Long, List<EncodedTurn>> e : byScene.entrySet()) {
      Scene scene = QuestionSet.scene(scenes, e.getKey(), mix);
      picture(blank ? blank(scene) : scene, e.getValue(), result);
    }
    return result;
  }

  /**
   * Conversations whose earlier answers are the right ones.
   *
   * @return hits and questions of the turns after the first, by family
   */
  public Map<String, int[]> scoreLaterTurns(Split split, int conversations) throws IOException {
    Map<String, int[]> result = new TreeMap<>();
    for (ConversationSet.Item item : ConversationSet.of(split, conversations)) {
      List<EncodedTurn> turns = new ArrayList<>();
      for (Question q : item.questions()) {
        turns.add(turns.isEmpty() ? encoder.encode(q) : encoder.encodeLater(q));
      }
      int rows = turns.stream().mapToInt(t -> t.ids().length).sum();
      BatchFilling filling = new BatchFilling(1, rows, Window.FULL, encoder.prefix(true));
      filling.picture(0, item.scene());
      PictureSight sight = new PictureSight(item.scene(), words);
      filling.turn(0, sight, turns.get(0).asRead());
      turns.stream().skip(1).forEach(t -> filling.laterTurn(0, sight, t));
      net.count(filling.batch(), result);
    }
    return result;
  }

  static Scene blank(Scene scene) {
    int[] grey = new int[scene.rgb().length];
    Arrays.fill(grey, GREY);
    return new Scene(scene.window(), scene.objects(), grey, scene.patchOwner());
  }

  private void picture(Scene scene, List<EncodedTurn> turns, Map<String, int[]> result)
      throws IOException {
    int rows = turns.stream().mapToInt(t -> t.ids().length).sum();
    BatchFilling filling = new BatchFilling(1, rows, Window.FULL, encoder.prefix(true));
    filling.picture(0, scene);
    turns.forEach(t -> filling.turn(0, new PictureSight(scene, words), t));
    net.count(filling.batch(), result);
  }

  @Override
  public void close() {
    net.close();
    parameters.close();
    encoder.close();
  }
}
