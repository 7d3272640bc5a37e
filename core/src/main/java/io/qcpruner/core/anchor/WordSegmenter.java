package io.qcpruner.core.anchor;

import java.util.List;

/** Cuts a text into words, in the order of the text. */
public interface WordSegmenter {

  List<Word> words(String text);
}
