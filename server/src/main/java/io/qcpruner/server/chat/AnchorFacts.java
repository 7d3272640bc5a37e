package io.qcpruner.server.chat;

import java.util.List;

/**
 * The query anchors of a request.
 *
 * @param origin how they came about
 * @param language code of the language whose words were used
 */
public record AnchorFacts(String origin, String language, List<Word> words) {

  public AnchorFacts {
    words = List.copyOf(words);
  }

  /**
   * A keyword.
   *
   * @param ranges where it stands in the last user text: pairs of start and end, in UTF-16 units
   */
  public record Word(String word, double score, List<int[]> ranges) {
    public Word {
      ranges = List.copyOf(ranges);
    }
  }
}
