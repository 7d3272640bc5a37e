package io.qcpruner.pocket.internal.train;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.model.Ask;
import io.qcpruner.model.EncodedVisual;
import io.qcpruner.model.Reply;
import io.qcpruner.model.VisionLanguageModel;
import io.qcpruner.pocket.PocketModel;
import io.qcpruner.pocket.internal.score.SceneImages;
import io.qcpruner.pocket.question.Family;
import io.qcpruner.pocket.question.QuestionSet;
import io.qcpruner.pocket.question.Split;
import io.qcpruner.pocket.scene.Scene;
import io.qcpruner.pocket.scene.SceneGenerator;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** CDPruner on the embedded model, with the text tower that lies beside its weights. */
class CaptionRelevanceTest {

  private static final int QUESTIONS = 4;

  @Test
  void patchesOfTheNamedObjectAreTheRelevantOnes() throws IOException {
    try (VisionLanguageModel model = PocketModel.open()) {
      double direct = rank(model, "sign=direct");
      double inverted = rank(model, "sign=inverted");
      assertTrue(direct > 0.9, "named patches stand at " + direct + " of the ranking");
      assertTrue(inverted < 0.1, "with the published sign at " + inverted);
    }
  }

  /** How far up the named object's patches stand in the order of relevance, 0.5 by chance. */
  private static double rank(VisionLanguageModel model, String sign) throws IOException {
    SceneGenerator scenes = new SceneGenerator();
    double sum = 0;
    List<QuestionSet.Item> items =
        QuestionSet.of(Split.CALIBRATION, QUESTIONS).stream()
            .filter(item -> item.question().family() == Family.COLOR)
            .toList();
    for (QuestionSet.Item item : items) {
      Scene scene = QuestionSet.scene(scenes, item.sceneSeed());
      try (EncodedVisual seen = model.encode(SceneImages.of(scene))) {
        Ask ask =
            Ask.of(item.question().text())
                .withMaxNewTokens(1)
                .withMethod("cdpruner:" + sign + "@16");
        Reply reply = model.ask(seen, ask);
        float[] relevance = reply.steps().get(0).result().trace().utility();
        sum += meanRank(relevance, scene, item.question().mentions().get(0).objects());
      }
    }
    return sum / items.size();
  }

  private static double meanRank(float[] relevance, Scene scene, List<Integer> objects) {
    double sum = 0;
    int count = 0;
    for (int i = 0; i < relevance.length; i++) {
      if (objects.contains(scene.patchOwner()[i])) {
        int below = 0;
        for (float other : relevance) {
          below += other < relevance[i] ? 1 : 0;
        }
        sum += (double) below / relevance.length;
        count++;
      }
    }
    return sum / count;
  }
}
