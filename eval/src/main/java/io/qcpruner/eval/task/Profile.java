package io.qcpruner.eval.task;

import java.util.Locale;

/** Whose prompts and scorers apply. It follows the model, never the file that was read. */
public enum Profile {
  /** The official LLaVA scripts: LLaVA-1.5 and LLaVA-NeXT. */
  LLAVA,
  /** lmms-eval 0.7.1: Qwen2.5-VL and LLaVA-Video. */
  LMMS;

  /** The name in manifests and records. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
