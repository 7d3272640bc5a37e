package io.qcpruner.model;

import io.qcpruner.core.anchor.AnchorSettings;
import io.qcpruner.core.method.AnchorOptions;
import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.model.generate.GenerationSettings;
import io.qcpruner.model.generate.SamplingSettings;
import io.qcpruner.text.Conversation;
import io.qcpruner.text.PromptTemplate;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * A question, and how it is answered.
 *
 * @param prompt a conversation, or token ids
 * @param method which method prunes, with its settings and its budget; {@link MethodSpec#FULL}
 *     prunes nothing
 * @param generation sampling and limits of the answer
 * @param listener receives the answer piece by piece
 * @param cancelled asked between decoder layers and between tokens
 */
public record Ask(
    Prompt prompt,
    MethodSpec method,
    GenerationSettings generation,
    Consumer<String> listener,
    BooleanSupplier cancelled) {

  /** A greedy answer of at most 128 tokens from the unpruned model. */
  public static Ask of(Prompt prompt) {
    return new Ask(prompt, MethodSpec.FULL, GenerationSettings.DEFAULT, text -> {}, () -> false);
  }

  public static Ask of(Conversation conversation) {
    return of(new Prompt.Chat(conversation, Optional.empty(), new int[0]));
  }

  /** One question about one picture or clip. */
  public static Ask of(String question) {
    return of(Conversation.of(1, question));
  }

  /** Answered with another method. */
  public Ask with(MethodSpec other) {
    return new Ask(prompt, other, generation, listener, cancelled);
  }

  /**
   * Answered with another method, as text: {@code qcpruner@64} or {@code
   * qcpruner:layer=5,keywords=4@0.25}.
   */
  public Ask withMethod(String text) {
    return with(MethodSpec.parse(text));
  }

  /** How the method's query anchors are found. */
  public AnchorSettings anchors() {
    return AnchorOptions.of(method.settings());
  }

  /** A copy of this question in another chat format. */
  public Ask with(PromptTemplate template) {
    if (!(prompt instanceof Prompt.Chat chat)) {
      throw new IllegalArgumentException("token ids have no chat format");
    }
    Prompt other = new Prompt.Chat(chat.conversation(), Optional.of(template), chat.anchorRows());
    return new Ask(other, method, generation, listener, cancelled);
  }

  public Ask with(GenerationSettings other) {
    return new Ask(prompt, method, other, listener, cancelled);
  }

  public Ask with(SamplingSettings sampling) {
    return with(generation.with(sampling));
  }

  public Ask withMaxNewTokens(int tokens) {
    return with(generation.withMaxNewTokens(tokens));
  }

  public Ask withListener(Consumer<String> other) {
    return new Ask(prompt, method, generation, other, cancelled);
  }

  public Ask withCancelled(BooleanSupplier other) {
    return new Ask(prompt, method, generation, listener, other);
  }
}
