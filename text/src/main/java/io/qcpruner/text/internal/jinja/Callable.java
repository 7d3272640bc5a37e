package io.qcpruner.text.internal.jinja;

/** What a template can call: a function, a method of a value, or a macro. */
@FunctionalInterface
interface Callable {

  Object call(Run run, Arguments arguments);
}
