package io.qcpruner.core.anchor;

/** The language model's tokenizer, without special tokens. */
public interface KeywordEncoder {

  TokenizerKind kind();

  int[] encode(String text);
}
