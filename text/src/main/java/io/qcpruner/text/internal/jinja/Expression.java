package io.qcpruner.text.internal.jinja;

/** A part of a template that has a value. */
@FunctionalInterface
interface Expression {

  Object value(Run run);
}
