package io.qcpruner.model;

import io.qcpruner.text.Conversation;
import io.qcpruner.text.PromptTemplate;
import java.util.Optional;

/** What the model is to continue. */
public sealed interface Prompt {

  /**
   * Rows of the assembled prompt that represent the question, ascending. If empty, they are found:
   * keywords of a conversation, all text of token ids.
   */
  int[] anchorRows();

  /**
   * A conversation that waits for its answer.
   *
   * @param template chat format; the model's if empty
   */
  record Chat(Conversation conversation, Optional<PromptTemplate> template, int[] anchorRows)
      implements Prompt {}

  /**
   * Token ids without a template, for checkpoints without a tokenizer.
   *
   * @param ids a picture's place is {@link io.qcpruner.text.PromptEncoder#PICTURE} or the family's
   *     placeholder id
   */
  record Ids(int[] ids, int[] anchorRows) implements Prompt {}
}
