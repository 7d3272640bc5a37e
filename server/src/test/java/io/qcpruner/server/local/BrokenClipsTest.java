package io.qcpruner.server.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.checkpoint.synthetic.TinyModel;
import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.media.Detail;
import io.qcpruner.media.MediaSource;
import io.qcpruner.model.VisionLanguageModel;
import io.qcpruner.model.generate.GenerationSettings;
import io.qcpruner.model.synthetic.TinyFolder;
import io.qcpruner.server.chat.AnswerListener;
import io.qcpruner.server.chat.ChatRequest;
import io.qcpruner.server.chat.ChatTurn;
import io.qcpruner.server.chat.ExplainLevel;
import io.qcpruner.server.chat.Medium;
import io.qcpruner.server.chat.ModelNote;
import io.qcpruner.server.error.RequestException;
import io.qcpruner.testkit.Seeded;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Files that call themselves clips, through every family that takes them. */
@ExtendWith(Seeded.class)
final class BrokenClipsTest {
  private static final List<String> HEADS =
      List.of(
          "\0\0\0\u0018ftypmp42\0\0\0\0mp42isom",
          "\u001aE\u00df\u00a3\u0001\0\0\0webm",
          "RIFF\u00ff\u00ff\0\0AVI LIST",
          "\0\0\0\u000cjP  \r\n\u0087\n",
          "\0\0\u0001\u00ba",
          "GIF89a",
          "");

  @TempDir private Path folder;

  @Test
  void areRefusedWithoutDetails(Random random) throws Exception {
    int families = 0;
    for (TinyModel model : TinyModel.values()) {
      LocalSettings settings =
          new LocalSettings(
              "tiny",
              "0",
              "stored",
              1 << 20,
              0,
              List.of(),
              List.of(),
              ModelNote.NONE,
              LocalSettings.LIMITS);
      Path own = folder.resolve(model.name());
      try (LocalChatEngine engine =
          new LocalChatEngine(VisionLanguageModel.open(TinyFolder.write(model, own)), settings)) {
        if (!engine.info().clips()) {
          continue;
        }
        families++;
        for (String head : HEADS) {
          byte[] bytes = new byte[300];
          random.nextBytes(bytes);
          byte[] start = head.getBytes(StandardCharsets.ISO_8859_1);
          System.arraycopy(start, 0, bytes, 0, start.length);
          refused(engine, bytes);
        }
      }
    }
    assertTrue(families > 0, "no tiny model takes clips");
  }

  private static void refused(LocalChatEngine engine, byte[] bytes) {
    Medium clip =
        new Medium(
            Medium.Kind.VIDEO, new MediaSource.Bytes("clip", bytes), Detail.AUTO, "messages");
    ChatRequest request =
        new ChatRequest(
            null,
            List.of(new ChatTurn(List.of(clip), "what is it", null)),
            GenerationSettings.DEFAULT.withMaxNewTokens(2),
            1,
            8,
            MethodSpec.FULL,
            ExplainLevel.NONE,
            false,
            false,
            List.of());
    RequestException e =
        assertThrows(
            RequestException.class,
            () -> engine.answer(request, "me", () -> false, AnswerListener.SILENT));
    assertEquals("invalid_image", e.code().wire());
    assertFalse(
        e.getMessage().matches("(?s).*(0x[0-9a-f]{3}|Exception|java\\.|/tmp|\\.video).*"),
        e.getMessage());
  }
}
