package io.qcpruner.pocket.internal.train;

import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.model.Ask;
import io.qcpruner.model.EncodedVisual;
import io.qcpruner.model.VisionLanguageModel;
import io.qcpruner.pocket.internal.score.SceneImages;
import io.qcpruner.pocket.question.QuestionSet;
import io.qcpruner.pocket.scene.Scene;
import io.qcpruner.pocket.scene.SceneGenerator;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Asks a model the questions of a set, by generation, once per setting. The tower runs once per
 * picture. An answer counts if it is the right one, letter case and a final stop aside.
 */
public final class PocketEvaluation {

  private static final int LONGEST_ANSWER = 8;

  /**
   * One row of the result.
   *
   * @param pruning empty for the unpruned model
   * @param blank whether the picture is replaced by grey
   */
  public record Setting(String name, MethodSpec method, boolean blank) {

    public static Setting full() {
      return new Setting("full", MethodSpec.FULL, false);
    }

    public static Setting control() {
      return new Setting("blank", MethodSpec.FULL, true);
    }

    public static Setting pruned(MethodSpec method) {
      return new Setting(method.toString(), method, false);
    }
  }

  private final VisionLanguageModel model;
  private final SceneGenerator scenes = new SceneGenerator();

  public PocketEvaluation(VisionLanguageModel model) {
    this.model = model;
  }

  /**
   * @param progress told after each picture
   */
  public Map<Setting, PocketScores> run(
      List<QuestionSet.Item> items, List<Setting> settings, Consumer<String> progress)
      throws IOException {
    Map<Setting, PocketScores> result = new LinkedHashMap<>();
    settings.forEach(s -> result.put(s, new PocketScores()));
    Map<Long, List<QuestionSet.Item>> byScene = new LinkedHashMap<>();
    for (QuestionSet.Item item : items) {
      byScene.computeIfAbsent(item.sceneSeed(), s -> new java.util.ArrayList<>()).add(item);
    }
    int done = 0;
    for (Map.Entry<Long, List<QuestionSet.Item>> e : byScene.entrySet()) {
      picture(QuestionSet.scene(scenes, e.getKey()), e.getValue(), result);
      done++;
      progress.accept("%d of %d pictures".formatted(done, byScene.size()));
    }
    return result;
  }

  private void picture(Scene scene, List<QuestionSet.Item> items, Map<Setting, PocketScores> result)
      throws IOException {
    try (EncodedVisual seen = model.encode(SceneImages.of(scene));
        EncodedVisual grey = model.encode(SceneImages.blank(scene))) {
      for (QuestionSet.Item item : items) {
        for (Map.Entry<Setting, PocketScores> e : result.entrySet()) {
          Setting setting = e.getKey();
          String answer = answer(setting.blank() ? grey : seen, item, setting);
          boolean right = same(answer, item.question().answer());
          e.getValue().add(item.question().family(), right);
        }
      }
    }
  }

  private String answer(EncodedVisual seen, QuestionSet.Item item, Setting setting) {
    Ask ask = Ask.of(item.question().text()).withMaxNewTokens(LONGEST_ANSWER);
    return model.ask(seen, ask.with(setting.method())).text();
  }

  static boolean same(String given, String right) {
    String bare = given.strip();
    if (bare.endsWith(".")) {
      bare = bare.substring(0, bare.length() - 1);
    }
    return bare.toLowerCase(Locale.ROOT).equals(right.toLowerCase(Locale.ROOT));
  }
}
