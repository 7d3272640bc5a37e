package io.qcpruner.text;

import io.qcpruner.core.anchor.KeywordEncoder;
import io.qcpruner.core.anchor.TokenizerKind;

/** A model's tokenizer as the anchor finder sees it. */
public record TokenizerKeywords(Tokenizer tokenizer) implements KeywordEncoder {

  @Override
  public TokenizerKind kind() {
    return tokenizer.dropsLeadingSpace() ? TokenizerKind.SENTENCE_PIECE : TokenizerKind.BYTE_LEVEL;
  }

  @Override
  public int[] encode(String text) {
    return tokenizer.encode(text).ids();
  }
}
