package io.qcpruner.server.protocol;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.qcpruner.server.chat.ChatRequest;
import io.qcpruner.server.error.RequestException;

/**
 * Bodies from anywhere: whatever the bytes are, the parser ends with a request inside its limits or
 * with our own exception. Runs the saved inputs in a normal build; {@code JAZZER_FUZZ=1} searches
 * for new ones.
 */
final class ChatRequestFuzzTest {

  @FuzzTest(maxDuration = "3m")
  void chatRequest(byte[] body) {
    ChatRequestParser parser = new ChatRequestParser(Bodies.settings(2, true));
    try {
      ChatRequest request = parser.parse(body);
      assertTrue(
          request.generation().maxNewTokens() >= 1 && request.generation().maxNewTokens() <= 1024);
      assertTrue(request.media().size() <= 2);
      assertFalse(request.question().isBlank());
      assertTrue(request.bytes() >= 0);
    } catch (RequestException expected) {
      assertTrue(expected.getMessage().length() < 400, expected.getMessage());
      assertFalse(expected.getMessage().contains("com.fasterxml"), expected.getMessage());
    }
  }
}
