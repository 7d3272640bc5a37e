package io.qcpruner.core.anchor;

/**
 * A word of a text.
 *
 * @param form its lower-case form, which is what keywords are
 * @param range where it stands in the original text
 */
public record Word(String form, TextRange range) {}
