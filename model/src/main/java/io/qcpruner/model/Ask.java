package io.qcpruner.model;

import io.qcpruner.core.anchor.AnchorSettings;
import io.qcpruner.model.generate.GenerationSettings;
import io.qcpruner.model.generate.SamplingSettings;
import io.qcpruner.model.prune.PruneRequest;
import io.qcpruner.text.Conversation;
import io.qcpruner.text.PromptTemplate;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * What is asked and how it is to be answered.
 *
 * @param prompt a conversation, or token ids
 * @param pruning which method prunes; nothing is pruned if empty
 * @param anchors how query anchors are found, for methods that use them
 * @param generation sampling and limits of the answer
 * @param listener receives the answer piece by piece
 * @param cancelled asked between decoder layers and between tokens
 */
public record Ask(
    Prompt prompt,
    Optional<PruneRequest> pruning,
    AnchorSettings anchors,
    GenerationSettings generation,
    Consumer<String> listener,
    BooleanSupplier cancelled) {

  /** A greedy answer of at most 128 tokens from the unpruned model. */
  public static Ask of(Prompt prompt) {
    return new Ask(
        prompt,
        Optional.empty(),
        AnchorSettings.ofPaper(),
        GenerationSettings.DEFAULT,
        text -> {},
        () -> false);
  }

  public static Ask of(Conversation conversation) {
    return of(new Prompt.Chat(conversation, Optional.empty(), new int[0]));
  }

  /** One question about one picture or clip. */
  public static Ask of(String question) {
    return of(Conversation.of(1, question));
  }

  public Ask with(PruneRequest request) {
    return new Ask(prompt, Optional.of(request), anchors, generation, listener, cancelled);
  }

  public Ask withoutPruning() {
    return new Ask(prompt, Optional.empty(), anchors, generation, listener, cancelled);
  }

  /** The same conversation in another chat format. */
  public Ask with(PromptTemplate template) {
    if (!(prompt instanceof Prompt.Chat chat)) {
      throw new IllegalArgumentException("token ids have no chat format");
    }
    Prompt other = new Prompt.Chat(chat.conversation(), Optional.of(template), chat.anchorRows());
    return new Ask(other, pruning, anchors, generation, listener, cancelled);
  }

  public Ask with(AnchorSettings other) {
    return new Ask(prompt, pruning, other, generation, listener, cancelled);
  }

  public Ask with(GenerationSettings other) {
    return new Ask(prompt, pruning, anchors, other, listener, cancelled);
  }

  public Ask with(SamplingSettings sampling) {
    return with(generation.with(sampling));
  }

  public Ask withMaxNewTokens(int tokens) {
    return with(generation.withMaxNewTokens(tokens));
  }

  public Ask withListener(Consumer<String> other) {
    return new Ask(prompt, pruning, anchors, generation, other, cancelled);
  }

  public Ask withCancelled(BooleanSupplier other) {
    return new Ask(prompt, pruning, anchors, generation, listener, other);
  }
}
