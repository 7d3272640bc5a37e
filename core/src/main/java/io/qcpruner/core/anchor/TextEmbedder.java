package io.qcpruner.core.anchor;

/** Text to a vector; safe for use by several threads. */
public interface TextEmbedder {

  int dimensions();

  /** The vector of a text, all zeros when nothing in it is known. */
  double[] embed(String text);
}
