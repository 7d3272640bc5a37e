package io.qcpruner.kernels;

/** What native code can be called for, in the order of {@code what} in jni.cpp. */
enum NativeCall {
  MULTIPLY,
  MULTIPLY_INT8,
  MULTIPLY_INT4,
  RMS_NORM,
  SWIGLU,
  ADD,
  ROPE_APPEND,
  ATTEND,
  ATTEND_PROMPT,
  LAYER_NORM,
  ACTIVATE
}
