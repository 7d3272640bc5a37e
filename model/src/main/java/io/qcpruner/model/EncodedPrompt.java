package io.qcpruner.model;

import io.qcpruner.core.anchor.PromptTokens;
import io.qcpruner.core.layout.SpanLabel;
import io.qcpruner.model.backbone.BackboneConfig;
import io.qcpruner.model.backbone.BackboneSpec;
import io.qcpruner.model.backbone.PromptIds;
import io.qcpruner.model.backbone.Visual;
import io.qcpruner.model.internal.prune.QuestionText;
import io.qcpruner.text.Conversation;
import io.qcpruner.text.PromptEncoder;
import io.qcpruner.text.PromptTemplate;
import io.qcpruner.text.Segment;
import io.qcpruner.text.Turn;
import io.qcpruner.text.VisualKind;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A prompt as token ids.
 *
 * @param tokens ids with a place for each picture
 * @param text the same with its characters; empty for a prompt that was given as ids
 * @param question the user's words, for methods that read them on their own
 */
record EncodedPrompt(PromptIds tokens, Optional<PromptTokens> text, QuestionText question) {

  /** Characters of the longest tokens, which are runs of blanks. */
  private static final long CHARACTERS_PER_ROW = 128;

  /** Refuses by length alone what the context can't hold: tokenising megabytes takes minutes. */
  private static void requireReadable(Conversation conversation, int context) {
    long characters = conversation.characters();
    if (characters > CHARACTERS_PER_ROW * context) {
      throw new IllegalArgumentException(
          "the prompt has %d characters, more than a context of %d rows can hold; shorten it"
              .formatted(characters, context));
    }
  }

  /** Every picture's place as its family spells it. */
  private static List<Segment> expanded(
      List<Segment> segments, BackboneSpec spec, List<Visual> visuals) {
    Iterator<Visual> next = visuals.iterator();
    return segments.stream()
        .flatMap(
            s -> s.label() == SpanLabel.VISUAL ? spec.places(next.next()).stream() : Stream.of(s))
        .toList();
  }

  private static void requireKnown(int[] ids, BackboneConfig config) {
    int last = config.decoder().vocabSize() - 1;
    for (int id : ids) {
      boolean picture =
          id == PromptEncoder.PICTURE || id == config.imageTokenId() || id == config.videoTokenId();
      if (!picture && (id < 0 || id > last)) {
        throw new IllegalArgumentException(
            "token id %d is none of the model's 0 to %d".formatted(id, last));
      }
    }
  }

  /**
   * @param visuals the pictures and clips for the prompt's places
   */
  static EncodedPrompt of(LoadedModel model, Prompt prompt, List<Visual> visuals) {
    if (prompt instanceof Prompt.Ids raw) {
      // without words all ids of the prompt represent the question
      int[] text = Arrays.stream(raw.ids()).filter(model::isText).toArray();
      requireKnown(raw.ids(), model.backbone().config());
      QuestionText question = new QuestionText("", word -> text, Optional.empty());
      return new EncodedPrompt(PromptIds.raw(raw.ids()), Optional.empty(), question);
    }
    Prompt.Chat chat = (Prompt.Chat) prompt;
    Conversation conversation = chat.conversation();
    int places = conversation.turns().stream().mapToInt(Turn::visuals).sum();
    if (places != visuals.size()) {
      throw new IllegalArgumentException(
          "the conversation speaks of %d pictures or clips, but %d were given"
              .formatted(places, visuals.size()));
    }
    PromptTemplate template = chat.template().orElseGet(() -> model.template(visuals));
    requireReadable(conversation, model.backbone().config().maxPromptRows());
    List<VisualKind> kinds =
        visuals.stream().map(v -> v.isClip() ? VisualKind.CLIP : VisualKind.PICTURE).toList();
    BackboneSpec spec = model.backbone().spec();
    PromptTokens text =
        new PromptEncoder(model.tokenizer())
            .encode(expanded(template.segments(conversation, kinds), spec, visuals));
    List<Turn> turns = conversation.turns();
    return new EncodedPrompt(
        PromptIds.of(text),
        Optional.of(text),
        model.question(turns.get(turns.size() - 1).question()));
  }
}
