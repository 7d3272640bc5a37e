package io.qcpruner.text;

/** What a place in a prompt is for. */
public enum VisualKind {
  PICTURE,
  CLIP
}
