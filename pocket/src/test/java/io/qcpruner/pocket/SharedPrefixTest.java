package io.qcpruner.pocket;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.core.method.Methods;
import io.qcpruner.core.method.PruningMethod;
import io.qcpruner.core.prune.Budget;
import io.qcpruner.media.RgbImage;
import io.qcpruner.model.Ask;
import io.qcpruner.model.EncodedVisual;
import io.qcpruner.model.Reply;
import io.qcpruner.model.VisionLanguageModel;
import io.qcpruner.pocket.internal.score.SceneImages;
import io.qcpruner.pocket.question.QuestionSet;
import io.qcpruner.pocket.question.Split;
import io.qcpruner.pocket.scene.SceneGenerator;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Questions of four families of the embedded suite, asked with every method as a conversation does:
 * with the layers before the hooks shared, kept sets and texts are those without.
 */
@Timeout(300)
class SharedPrefixTest {
  @TempDir Path folder;

  @Test
  void keptSetsAndTextsAreTheSame() throws IOException {
    int reused = 0;
    try (VisionLanguageModel model = VisionLanguageModel.open(PocketModel.unpack(folder))) {
      List<MethodSpec> requests = requests(model);
      assertTrue(requests.size() > 8, "methods that can serve the model: " + requests.size());
      for (QuestionSet.Item item : QuestionSet.of(Split.CALIBRATION, 1).subList(0, 4)) {
        RgbImage image = SceneImages.of(QuestionSet.scene(new SceneGenerator(), item.sceneSeed()));
        try (EncodedVisual plain = model.encode(image);
            EncodedVisual shared = model.encode(image).reusePrefix()) {
          for (MethodSpec request : requests) {
            Ask asked = Ask.of(item.question().text()).withMaxNewTokens(8).with(request);
            Reply without = model.ask(plain, asked);
            Reply with = model.ask(shared, asked);
            String what = item.question().text() + " " + request;
            assertEquals(without.text(), with.text(), what);
            assertEquals(without.steps().size(), with.steps().size());
            for (int s = 0; s < without.steps().size(); s++) {
              assertArrayEquals(
                  without.steps().get(s).result().trace().kept(),
                  with.steps().get(s).result().trace().kept(),
                  what);
            }
            reused += with.prefix().rows() > 0 ? 1 : 0;
          }
        }
      }
    }
    assertTrue(reused > 0, "nothing was shared");
  }

  private static List<MethodSpec> requests(VisionLanguageModel model) {
    List<MethodSpec> requests = new ArrayList<>();
    requests.add(MethodSpec.FULL);
    for (PruningMethod method : Methods.all()) {
      if (method.obstacle(model.facts()).isEmpty()) {
        for (int budget : new int[] {128, 64}) {
          requests.add(MethodSpec.of(method.name(), new Budget.Total(budget)));
        }
      }
    }
    return requests;
  }
}
