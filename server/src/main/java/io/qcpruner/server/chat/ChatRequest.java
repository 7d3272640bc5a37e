package io.qcpruner.server.chat;

import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.model.generate.GenerationSettings;
import java.util.List;

/**
 * A checked chat request.
 *
 * @param system system text; null for the template's own
 * @param turns all but the last with an answer
 * @param generation sampling, limits and stop strings
 * @param choices how many answers are wanted, with seeds that follow each other
 * @param frames frames taken from a clip, 0 for as many as the model was made for
 * @param method which method prunes, with its settings and its budget
 * @param explain how much the reply says about the kept tokens
 * @param stream whether pieces are sent as they come
 * @param includeUsage whether a stream ends with the token counts
 * @param ignored names of fields without effect
 */
public record ChatRequest(
    String system,
    List<ChatTurn> turns,
    GenerationSettings generation,
    int choices,
    int frames,
    MethodSpec method,
    ExplainLevel explain,
    boolean stream,
    boolean includeUsage,
    List<String> ignored) {

  /** Most frames of a clip. */
  public static final int MAX_FRAMES = 64;

  /** Most answers to one request. */
  public static final int MAX_CHOICES = 8;

  public ChatRequest {
    if (choices < 1 || choices > MAX_CHOICES) {
      throw new IllegalArgumentException(
          "choices must be 1 to %d, not %d".formatted(MAX_CHOICES, choices));
    }
    turns = List.copyOf(turns);
    ignored = List.copyOf(ignored);
  }

  /** Every picture and clip, in the order of the prompt. */
  public List<Medium> media() {
    return turns.stream().flatMap(turn -> turn.media().stream()).toList();
  }

  /** The text that is to be answered. */
  public String question() {
    return turns.get(turns.size() - 1).text();
  }

  /** Bytes held while the request waits: encoded media and text. */
  public long bytes() {
    long text = system == null ? 0 : 2L * system.length();
    for (ChatTurn turn : turns) {
      text += 2L * turn.text().length() + (turn.answer() == null ? 0 : 2L * turn.answer().length());
    }
    return text + media().stream().mapToLong(Medium::bytes).sum();
  }
}
