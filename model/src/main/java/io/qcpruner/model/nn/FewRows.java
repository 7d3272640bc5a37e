package io.qcpruner.model.nn;

/**
 * Rows in a Java array, such as those of new tokens.
 *
 * @param values [rows, width], row after row from index 0
 */
public record FewRows(float[] values, int rows, int width) {}
