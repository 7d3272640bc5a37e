package io.qcpruner.core.anchor;

/** How a language model's tokenizer treats blanks. */
public enum TokenizerKind {
  /** Llama, Vicuna: a blank is part of the word after it, and every text gets one in front. */
  SENTENCE_PIECE,
  /** GPT-2, Qwen2: a blank is part of the word after it, nothing is added. */
  BYTE_LEVEL
}
