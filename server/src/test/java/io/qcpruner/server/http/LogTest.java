package io.qcpruner.server.http;

import static io.qcpruner.testkit.Await.until;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One line per request, and no texts in it. */
@Timeout(60)
final class LogTest {
  private static final Logger LOG = Logger.getLogger("io.qcpruner.server");

  private final Settings settings = new Settings();
  private final FakeEngine engine = new FakeEngine();
  private final List<LogRecord> records = new CopyOnWriteArrayList<>();
  private final Level before = LOG.getLevel();
  private final Handler listener =
      new Handler() {
        @Override
        public void publish(LogRecord line) {
          records.add(line);
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };

  @BeforeEach
  void listen() {
    LOG.addHandler(listener);
    LOG.setLevel(Level.FINE);
  }

  @AfterEach
  void stopListening() {
    LOG.removeHandler(listener);
    LOG.setLevel(before);
  }

  private static String ask(String text, String more) {
    return "{\"messages\":[{\"role\":\"user\",\"content\":\"" + text + "\"}]" + more + "}";
  }

  private List<String> lines(Level level, String part) {
    return records.stream()
        .filter(line -> line.getLevel() == level)
        .map(LogRecord::getMessage)
        .filter(line -> line.contains(part))
        .toList();
  }

  @Test
  void textsAreLoggedOnlyWhereThatWasAskedFor() throws Exception {
    for (boolean texts : new boolean[] {false, true}) {
      records.clear();
      settings.logPrompts = texts;
      try (EmbeddedServer server = new EmbeddedServer(settings.build(), FakeEngine::new)) {
        assertEquals(200, server.post(ask("a secret\\nof mine", "")).statusCode());
        until(() -> !lines(Level.INFO, "600 prompt").isEmpty());
      }
      assertEquals(texts ? 2 : 0, lines(Level.INFO, "a secret of mine").size());
      assertEquals(0, lines(Level.INFO, "\n").size());
    }
  }

  @Test
  void anAnswerAndAMistakeHaveALineEach() throws Exception {
    try (EmbeddedServer server = new EmbeddedServer(settings.build(), () -> engine)) {
      assertEquals(200, server.post(ask("long 3", "")).statusCode());
      assertEquals(400, server.post(ask("x", ",\"store\":true")).statusCode());
      until(() -> lines(Level.INFO, " ms").size() == 2);
    }
    String answer = lines(Level.INFO, " 200 ").get(0);
    assertTrue(
        answer.matches("req-\\S+ POST 200 full 64/576 visual, 600 prompt, 3 new [0-9.]+ ms"),
        answer);
    String mistake = lines(Level.INFO, " 400 ").get(0);
    assertTrue(mistake.matches("req-\\S+ POST 400 unsupported_parameter [0-9.]+ ms"), mistake);
  }

  @Test
  void aClientThatLeavesHasALineToo() throws Exception {
    try (EmbeddedServer server = new EmbeddedServer(settings.build(), () -> engine)) {
      RawClient running = new RawClient(server.server().port());
      running.send(
          RawClient.post("/v1/chat/completions", "x-request-id: leaver\r\n", ask("hold", "")));
      until(() -> engine.running.get() == 1);
      running.abort();
      until(() -> engine.running.get() == 0);
      until(() -> lines(Level.INFO, "leaver POST 499 client gone").size() == 1);
    }
    assertEquals(1, lines(Level.INFO, "leaver").size());
  }

  @Test
  void fieldsWithoutEffectAreADebugLine() throws Exception {
    try (EmbeddedServer server = new EmbeddedServer(settings.build(), () -> engine)) {
      assertEquals(200, server.post(ask("x", ",\"top_k\":5,\"a\\nb\":1")).statusCode());
    }
    assertEquals(1, lines(Level.FINE, " ignores top_k, a b").size());
  }
}
