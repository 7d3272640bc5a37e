package io.qcpruner.server.local;

import io.qcpruner.core.anchor.AnchorSpan;
import io.qcpruner.core.anchor.Anchors;
import io.qcpruner.core.anchor.Keyword;
import io.qcpruner.server.chat.AnchorFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Finds the anchors' words in the text that the user sent. */
final class AnchorRanges {
  private AnchorRanges() {}

  static AnchorFacts of(Anchors anchors, String question) {
    List<AnchorFacts.Word> words = new ArrayList<>();
    for (Keyword keyword : anchors.keywords()) {
      List<int[]> ranges = new ArrayList<>();
      for (AnchorSpan span : anchors.spans()) {
        if (span.keyword().equals(keyword.word())) {
          int from = ranges.isEmpty() ? 0 : ranges.get(ranges.size() - 1)[1];
          int start = question.indexOf(span.surface(), from);
          if (start >= 0) {
            ranges.add(new int[] {start, start + span.surface().length()});
          }
        }
      }
      words.add(new AnchorFacts.Word(keyword.word(), keyword.score(), ranges));
    }
    return new AnchorFacts(
        anchors.origin().name().toLowerCase(Locale.ROOT), anchors.language().code(), words);
  }
}
