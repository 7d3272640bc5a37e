package io.qcpruner.text.keyword;

/** Text to token ids, without special tokens, padding and truncation. */
interface Tokenizer {

  int[] encode(String text);
}
