package io.qcpruner.model.kernel;

/** What native code can be called for, in the order of {@code what} in jni.cpp. */
enum NativeCall {
  MULTIPLY,
  MULTIPLY_INT8,
  MULTIPLY_INT4,
  RMS_NORM,
  GATE,
  ADD,
  ENTER,
  ATTEND,
  ATTEND_PROMPT
}
