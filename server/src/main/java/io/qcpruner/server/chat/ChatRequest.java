package io.qcpruner.server.chat;

import java.util.List;

/**
 * A checked chat request.
 *
 * @param system system text; null for the template's own
 * @param turns all but the last with an answer
 * @param maxTokens most tokens to generate
 * @param stop texts that end the answer and are not part of it
 * @param frames frames taken from a clip, 0 for as many as the model was made for
 * @param stream whether pieces are sent as they come
 * @param includeUsage whether a stream ends with the token counts
 * @param ignored names of fields without effect
 */
public record ChatRequest(
    String system,
    List<ChatTurn> turns,
    SamplingChoice sampling,
    int maxTokens,
    List<String> stop,
    int frames,
    PruningChoice pruning,
    boolean stream,
    boolean includeUsage,
    List<String> ignored) {

  /** Most frames of a clip. */
  public static final int MOST_FRAMES = 64;

  public ChatRequest {
    turns = List.copyOf(turns);
    stop = List.copyOf(stop);
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
