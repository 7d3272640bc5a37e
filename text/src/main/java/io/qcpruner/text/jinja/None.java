package io.qcpruner.text.jinja;

/** The value {@code none}. */
enum None {
  NONE
}
