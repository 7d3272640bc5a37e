package io.qcpruner.pocket;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.core.method.Methods;
import io.qcpruner.core.method.PruningMethod;
import io.qcpruner.core.prune.Budget;
import io.qcpruner.model.Ask;
import io.qcpruner.model.EncodedVisual;
import io.qcpruner.model.VisionLanguageModel;
import io.qcpruner.pocket.internal.score.SceneImages;
import io.qcpruner.pocket.question.QuestionSet;
import io.qcpruner.pocket.question.Split;
import io.qcpruner.pocket.scene.SceneGenerator;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Requests whose tokens are decoded together get the texts that each gets alone. */
@Timeout(300)
class ConcurrentAnswersTest {
  private static final int REQUESTS = 6;

  @TempDir Path folder;
  private final ExecutorService threads = Executors.newFixedThreadPool(REQUESTS);

  @AfterEach
  void stop() {
    threads.shutdownNow();
  }

  @Test
  void everyMethodAnswersTheSame() throws IOException {
    List<QuestionSet.Item> items = QuestionSet.of(Split.CALIBRATION, 1);
    try (VisionLanguageModel model = VisionLanguageModel.open(PocketModel.unpack(folder));
        EncodedVisual picture =
            model.encode(
                SceneImages.of(
                    QuestionSet.scene(new SceneGenerator(), items.get(0).sceneSeed())))) {
      List<Ask> asks = new ArrayList<>();
      for (PruningMethod method : Methods.all()) {
        if (method.obstacle(model.facts()).isEmpty()) {
          String question = items.get(asks.size() % items.size()).question().text();
          asks.add(
              Ask.of(question)
                  .withMaxNewTokens(8)
                  .with(MethodSpec.of(method.name(), new Budget.Total(64))));
        }
      }
      asks.add(Ask.of(items.get(1).question().text()).withMaxNewTokens(8));
      assertTrue(asks.size() > 8, "methods that can serve the model: " + asks.size());
      List<String> alone = asks.stream().map(ask -> model.ask(picture, ask).text()).toList();
      List<CompletableFuture<String>> together =
          asks.stream()
              .map(a -> CompletableFuture.supplyAsync(() -> model.ask(picture, a).text(), threads))
              .toList();
      assertEquals(alone, together.stream().map(CompletableFuture::join).toList());
    }
  }
}
