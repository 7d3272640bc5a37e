package io.qcpruner.text.internal.jinja;

/** The value {@code none}. */
enum None {
  NONE
}
