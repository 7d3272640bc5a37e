package io.qcpruner.text.jinja;

/** A part of a template that has a value. */
@FunctionalInterface
interface Expression {

  Object value(Run run);
}
