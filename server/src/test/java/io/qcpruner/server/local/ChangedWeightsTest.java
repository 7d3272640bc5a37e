package io.qcpruner.server.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.checkpoint.synthetic.TinyModel;
import io.qcpruner.model.VisionLanguageModel;
import io.qcpruner.model.synthetic.TinyFolder;
import io.qcpruner.server.chat.ModelNote;
import io.qcpruner.server.http.EmbeddedServer;
import io.qcpruner.server.http.ServerSettings;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Weights that change under a running server: it says so, to balancers and to clients. */
@Timeout(120)
final class ChangedWeightsTest {
  private static final String BODY =
      "{\"max_tokens\": 1, \"messages\": [{\"role\": \"user\", \"content\": \"hello there\"}]}";

  @TempDir private Path folder;

  private LocalChatEngine engine() throws IOException {
    return new LocalChatEngine(
        VisionLanguageModel.open(TinyFolder.write(TinyModel.LLAVA, folder)),
        new LocalSettings(
            "tiny",
            "0",
            "stored",
            1 << 20,
            0,
            List.of(),
            List.of(),
            ModelNote.NONE,
            LocalSettings.LIMITS));
  }

  private static void refused(HttpResponse<String> response) throws IOException {
    assertEquals(503, response.statusCode());
    assertEquals(
        "model_changed", EmbeddedServer.json(response).at("/error/code").asText(), response.body());
    assertTrue(response.headers().firstValue("Retry-After").isPresent());
    assertFalse(response.body().contains("safetensors"), response.body());
  }

  /** A new time is enough; really cutting the file would risk this process. */
  @Test
  void readinessAndRequestsAreRefused() throws Exception {
    try (EmbeddedServer server = new EmbeddedServer(ServerSettings.local(), this::engine)) {
      assertEquals(200, server.get("/ready").statusCode());
      assertEquals(200, server.post(BODY).statusCode());
      Path weights = folder.resolve("model.safetensors");
      FileTime before = Files.getLastModifiedTime(weights);
      Files.setLastModifiedTime(weights, FileTime.fromMillis(before.toMillis() + 5000));
      for (String path : List.of("/ready", "/health", "/v1/health")) {
        refused(server.get(path));
      }
      refused(server.post(BODY));
      assertEquals(200, server.get("/live").statusCode());
      Files.setLastModifiedTime(weights, before);
      assertEquals(200, server.get("/ready").statusCode());
      assertEquals(200, server.post(BODY).statusCode());
    }
  }
}
