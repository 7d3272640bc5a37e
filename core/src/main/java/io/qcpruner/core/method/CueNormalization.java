package io.qcpruner.core.method;

/** Over which tokens the cues are normalised. */
public enum CueNormalization {
  /** Inside each selection problem: a picture, or one frame of a clip. */
  FRAME,
  /** Over the whole sample, all frames of a clip together: the paper's sentence to the letter. */
  SAMPLE
}
