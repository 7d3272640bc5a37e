package io.qcpruner.core.anchor;

/**
 * One occurrence of a keyword.
 *
 * @param keyword the keyword
 * @param surface the prompt text of the occurrence, as written
 * @param first first prompt position, the paper's a_s
 * @param last last prompt position, inclusive, the paper's b_s
 */
public record AnchorSpan(String keyword, String surface, int first, int last) {}
