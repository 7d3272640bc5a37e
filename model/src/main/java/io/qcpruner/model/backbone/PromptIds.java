package io.qcpruner.model.backbone;

import io.qcpruner.core.anchor.PromptTokens;
import io.qcpruner.core.layout.SpanLabel;
import io.qcpruner.text.PromptEncoder;
import java.util.Arrays;

/**
 * A tokenized prompt with a place for each picture.
 *
 * @param ids token ids; a picture's place is {@link #MARKER}, or the family's placeholder id once
 *     or as often as the picture has rows
 * @param spans label of each id
 */
public record PromptIds(int[] ids, SpanLabel[] spans) {

  /** Stands for one picture or clip, whatever its number of rows. */
  public static final int MARKER = PromptEncoder.PICTURE;

  public PromptIds {
    if (ids.length != spans.length) {
      throw new IllegalArgumentException(ids.length + " ids but " + spans.length + " labels");
    }
  }

  /** The ids and labels of an encoded prompt. */
  public static PromptIds of(PromptTokens prompt) {
    return new PromptIds(prompt.ids(), prompt.labels());
  }

  /** Raw ids without a template: all text counts as the user's. */
  public static PromptIds raw(int... ids) {
    SpanLabel[] spans = new SpanLabel[ids.length];
    Arrays.fill(spans, SpanLabel.USER);
    return new PromptIds(ids, spans);
  }
}
