package io.qcpruner.text.internal.file;

/**
 * A token that is cut out of the text before anything else.
 *
 * @param literal whether it matches the raw text as written, without conditions on its neighbours
 * @param special whether it is not text
 */
public record AddedToken(int id, String content, boolean literal, boolean special) {}
