package io.qcpruner.model;

import io.qcpruner.model.backbone.BackboneSpec;
import io.qcpruner.model.backbone.Visual;
import io.qcpruner.text.ChatTemplate;
import io.qcpruner.text.ChatTemplateException;
import io.qcpruner.text.PromptTemplate;
import io.qcpruner.text.Tokenizer;
import io.qcpruner.text.VisualKind;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The chat formats of an opened model.
 *
 * @param own the chosen template; empty for the family's format
 * @param clips whether that template has places for clips
 */
record ChatTemplates(Optional<ChatTemplate> own, boolean clips, BackboneSpec spec) {
  private static final System.Logger LOG = System.getLogger(ChatTemplates.class.getName());

  static ChatTemplates ofFamily(BackboneSpec spec) {
    return new ChatTemplates(Optional.empty(), false, spec);
  }

  /**
   * @param folder the checkpoint
   * @throws ChatTemplateException for a template that is broken, also if the family's format could
   *     do: an answer in the wrong format is worse than none
   */
  static ChatTemplates of(
      Path folder, ChatFormat format, BackboneSpec spec, Optional<Tokenizer> tokenizer)
      throws ChatTemplateException {
    if (tokenizer.isEmpty() || format instanceof ChatFormat.Family) {
      return ofFamily(spec);
    }
    Optional<Path> file =
        format instanceof ChatFormat.File given ? Optional.of(given.path()) : Optional.empty();
    Optional<ChatTemplate> own =
        ChatTemplate.find(folder, file, spec.visualStrings(), tokenizer.get());
    if (own.isEmpty()) {
      return ofFamily(spec);
    }
    boolean clips = own.get().takes(VisualKind.CLIP);
    if (clips || own.get().takes(VisualKind.PICTURE)) {
      return new ChatTemplates(own, clips, spec);
    }
    String label = own.get().label();
    if (file.isPresent()) {
      throw new ChatTemplateException(
          "%s: writes neither %s for a picture nor %s for a clip"
              .formatted(label, spec.visualStrings().picture(), spec.visualStrings().clip()));
    }
    LOG.log(
        System.Logger.Level.WARNING,
        "{0}: made for text without pictures; prompts are written as {1} was evaluated",
        label,
        spec.family().label());
    return ofFamily(spec);
  }

  /** Templates that know no clips leave them to the family's format, as transformers does. */
  PromptTemplate of(List<Visual> visuals) {
    boolean family = own.isEmpty() || !clips && visuals.stream().anyMatch(Visual::isClip);
    return family ? spec.template(visuals) : own.get();
  }
}
