package io.qcpruner.text.keyword;

/**
 * The switches of a BERT normaliser.
 *
 * @param cleanText drop control characters, make white space plain
 * @param splitHan put blanks around Han ideographs
 * @param stripAccents decompose and drop marks
 * @param lowerCase lower-case code point by code point
 */
record BertRules(boolean cleanText, boolean splitHan, boolean stripAccents, boolean lowerCase) {}
