package io.qcpruner.server.protocol;

import io.qcpruner.core.anchor.AnchorSpan;
import io.qcpruner.core.anchor.Anchors;
import io.qcpruner.core.anchor.Keyword;
import java.util.ArrayList;
import java.util.List;

/** Finds the anchors' words in the text that the user sent. */
final class AnchorRanges {
  private AnchorRanges() {}

  /** Where a keyword stands: pairs of start and end, in UTF-16 units of the question. */
  static List<int[]> of(Anchors anchors, Keyword keyword, String question) {
    List<int[]> ranges = new ArrayList<>();
    for (AnchorSpan span : anchors.spans()) {
      if (span.keyword().equals(keyword.word())) {
        int from = ranges.isEmpty() ? 0 : ranges.get(ranges.size() - 1)[1];
        int start = find(question, span.surface(), from);
        if (start >= 0) {
          ranges.add(new int[] {start, start + span.surface().length()});
        }
      }
    }
    return ranges;
  }

  /** A word of its own before a part of another: "star" is not the beginning of "starry". */
  private static int find(String question, String surface, int from) {
    int first = question.indexOf(surface, from);
    int start = first;
    while (start >= 0) {
      if (isEdge(question, start) && isEdge(question, start + surface.length())) {
        return start;
      }
      start = question.indexOf(surface, start + 1);
    }
    return first; // languages without blanks, and keywords that match parts of words
  }

  /** Whether no word goes on across this place. */
  private static boolean isEdge(String text, int at) {
    return at == 0
        || at == text.length()
        || !isOfWord(text.codePointBefore(at))
        || !isOfWord(text.codePointAt(at));
  }

  private static boolean isOfWord(int character) {
    return Character.isLetterOrDigit(character) || character == '_';
  }
}
