package io.qcpruner.text.internal.keyword;

/** Text to token ids, without special tokens, padding and truncation. */
interface KeywordTokenizer {

  int[] encode(String text);
}
