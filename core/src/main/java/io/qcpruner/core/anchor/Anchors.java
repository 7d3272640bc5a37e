package io.qcpruner.core.anchor;

import java.util.List;

/**
 * The query anchors of one prompt and how they came about.
 *
 * <p>Paper symbol = our name: Phi = {@code keywords}, S = {@code spans}, I_anc = {@code positions}.
 *
 * @param positions prompt positions, ascending, each once; before placeholders are expanded
 */
public record Anchors(
    AnchorOrigin origin,
    AnchorLanguage language,
    List<Keyword> keywords,
    List<AnchorSpan> spans,
    int[] positions) {

  public Anchors {
    keywords = List.copyOf(keywords);
    spans = List.copyOf(spans);
  }
}
