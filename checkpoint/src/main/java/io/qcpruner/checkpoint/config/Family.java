package io.qcpruner.checkpoint.config;

/** The model families that can be run. */
public enum Family {
  LLAVA_1_5,
  LLAVA_NEXT,
  LLAVA_VIDEO,
  QWEN2_5_VL
}
