package io.qcpruner.text.keyword;

/**
 * A token that is cut out of the text before anything else.
 *
 * @param literal whether it matches the raw text as written, without conditions on its neighbours
 */
record AddedToken(int id, String content, boolean literal) {}
