package io.qcpruner.cli.chat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.checkpoint.synthetic.TinyModel;
import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.media.Detail;
import io.qcpruner.model.VisionLanguageModel;
import io.qcpruner.model.synthetic.TinyFolder;
import io.qcpruner.pocket.PocketModel;
import io.qcpruner.server.sample.Samples;
import java.io.ByteArrayInputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A conversation with the embedded model, line by line. */
final class ChatSessionTest {
  @TempDir private Path folder;
  private final StringWriter text = new StringWriter();

  private String after(ChatSession session, String line) {
    text.getBuffer().setLength(0);
    assertTrue(session.line(line), line);
    return text.toString();
  }

  @Test
  void questionsAndCommands() throws Exception {
    Path picture = Files.write(folder.resolve("scene.png"), new Samples().png(1));
    try (VisionLanguageModel model = PocketModel.open();
        ChatSession session =
            new ChatSession(model, new PrintWriter(text), MethodSpec.FULL, Detail.AUTO, 8, false)) {
      assertTrue(after(session, "/image " + picture).contains("336 x 336"));
      String full = after(session, "What color is the letter D?");
      assertTrue(full.contains("576 of 576"), full);
      assertTrue(after(session, "/budget 64").contains("qcpruner@64"));
      String pruned = after(session, "What color is the letter D?");
      assertTrue(pruned.contains("64 of 576"), pruned);
      assertEquals(64, after(session, "/keep").chars().filter(c -> c == '#').count());
      assertTrue(after(session, "/method divprune").contains("divprune@64"));
      for (String method : List.of("qcpruner", "divprune", "visionzip", "full")) {
        after(session, "/method " + method);
        after(session, "What color is the letter D?");
        String drawing = after(session, "/keep");
        assertEquals(576, drawing.chars().filter(c -> c == '#' || c == '.').count(), drawing);
        assertEquals(
            24, drawing.lines().filter(l -> l.startsWith("#") || l.startsWith(".")).count());
      }
      after(session, "/method divprune@64");
      assertTrue(after(session, "/method nothing").contains("nothing"));
      assertTrue(after(session, "/image missing.png").contains("missing.png"));
      assertTrue(after(session, "/history").startsWith("> What color"));
      assertTrue(after(session, "/new").contains("new"));
      assertEquals("", after(session, "/history"));
      assertTrue(after(session, "/what").contains("/help"));
      session.line("What color is the letter D?");
      assertFalse(session.line("/quit"));
    }
  }

  /** A model that was taught single questions answers a later one as if it were the first. */
  @Test
  void everyQuestionIsAskedAloneWhereTurnsWereNotTaught() throws Exception {
    Path picture = Files.write(folder.resolve("scene.png"), new Samples().png(1));
    try (VisionLanguageModel model = PocketModel.open();
        ChatSession alone =
            new ChatSession(model, new PrintWriter(text), MethodSpec.FULL, Detail.AUTO, 8, true)) {
      assertTrue(text.toString().contains("each one is asked alone"), text.toString());
      assertTrue(after(alone, "What color is the star?").contains("/image"), "a picture is needed");
      after(alone, "/image " + picture);
      String first = after(alone, "What color is the star?");
      after(alone, "What color is the heart?");
      assertEquals(first, after(alone, "What color is the star?"));
      assertEquals(6, after(alone, "/history").lines().count());
    }
  }

  /** LLaVA-OneVision shows one picture in tiles, and several as one view each. */
  @Test
  void aSecondPictureChangesHowTheFirstIsShown() throws Exception {
    Path picture = Files.write(folder.resolve("scene.png"), new Samples().png(1));
    Path checkpoint = TinyFolder.write(TinyModel.ONEVISION, folder.resolve("model"));
    try (VisionLanguageModel model = VisionLanguageModel.open(checkpoint);
        ChatSession session =
            new ChatSession(model, new PrintWriter(text), MethodSpec.FULL, Detail.AUTO, 4, false)) {
      after(session, "/image " + picture);
      String alone = after(session, "What is it?");
      assertFalse(alone.contains("98 of 98"), alone);
      after(session, "/add " + picture);
      String both = after(session, "And now?");
      assertTrue(both.contains("98 of 98 visual tokens"), both);
      after(session, "/budget 20");
      String pruned = after(session, "Again?");
      assertTrue(pruned.contains("20 of 98 visual tokens"), pruned);
    }
  }

  @Test
  void plainLinesEndWithTheInput() throws Exception {
    LineSource lines =
        TerminalLines.plain(new ByteArrayInputStream("a\nb".getBytes(StandardCharsets.UTF_8)));
    assertEquals("a", lines.next("> "));
    assertEquals("b", lines.next("> "));
    assertEquals(null, lines.next("> "));
  }
}
