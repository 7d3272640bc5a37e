package io.qcpruner.cli.doctor;

/**
 * One line of the report.
 *
 * @param advice what to do about it; empty if all is well
 */
record Finding(String group, String name, String value, String advice) {

  static Finding fine(String group, String name, Object value) {
    return new Finding(group, name, String.valueOf(value), "");
  }

  boolean isFine() {
    return advice.isEmpty();
  }
}
