package io.qcpruner.text.internal.jinja;

/**
 * What a name or attribute without a value gives: printed as nothing, and a fault where a value is
 * needed.
 *
 * @param what how messages call it
 */
record Undefined(String what) {

  Fault fault() {
    return new Fault(what + " is undefined");
  }
}
