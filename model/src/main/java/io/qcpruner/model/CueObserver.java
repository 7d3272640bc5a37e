package io.qcpruner.model;

import io.qcpruner.core.anchor.AnchorSpan;
import io.qcpruner.core.anchor.Anchors;
import io.qcpruner.core.utility.Utility;
import io.qcpruner.model.decoder.Boundary;
import io.qcpruner.model.decoder.Decoder;
import io.qcpruner.model.internal.prune.CueReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/** Reads the cues of the first picture after every layer: for layer calibration and heat maps. */
final class CueObserver implements PipelineObserver {
  /** No layer is read keyword by keyword. */
  static final int NONE = -1;

  private final Decoder decoder;
  private final int keywordLayer;
  private final List<Utility> layers = new ArrayList<>();
  private final Map<String, Utility> keywords = new LinkedHashMap<>();
  private AssembledPrompt prompt;

  /**
   * @param keywordLayer also read keyword by keyword, or {@link #NONE}
   */
  CueObserver(Decoder decoder, int keywordLayer) {
    this.decoder = decoder;
    this.keywordLayer = keywordLayer;
  }

  @Override
  public boolean wantsAnchors() {
    return true;
  }

  @Override
  public void assembled(AssembledPrompt assembled) {
    this.prompt = assembled;
  }

  @Override
  public boolean wantsLayer(int layer) {
    return layer >= 0;
  }

  @Override
  public boolean wantsQueryKey(int layer) {
    return true;
  }

  @Override
  public void afterLayer(Boundary boundary) {
    layers.add(new CueReader(decoder, prompt.anchorRows(), 0).read(boundary));
    if (layers.size() - 1 == keywordLayer) {
      rowsByKeyword()
          .forEach(
              (word, rows) -> {
                int[] own = rows.stream().mapToInt(Integer::intValue).toArray();
                keywords.put(word, new CueReader(decoder, own, 0).read(boundary));
              });
    }
  }

  /** Rows of each keyword's occurrences: anchor rows stand in the order of anchor positions. */
  private Map<String, SortedSet<Integer>> rowsByKeyword() {
    Anchors anchors = prompt.anchors().orElseThrow();
    Map<String, SortedSet<Integer>> rows = new LinkedHashMap<>();
    for (AnchorSpan span : anchors.spans()) {
      for (int i = 0; i < anchors.positions().length; i++) {
        int at = anchors.positions()[i];
        if (at >= span.first() && at <= span.last()) {
          rows.computeIfAbsent(span.keyword(), word -> new TreeSet<>()).add(prompt.anchorRows()[i]);
        }
      }
    }
    return rows;
  }

  LayerCues cues() {
    return new LayerCues(prompt.input().layout(), prompt.anchors().orElseThrow(), layers, keywords);
  }
}
