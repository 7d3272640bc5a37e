package io.qcpruner.core.method;

import io.qcpruner.core.objective.EdgeWeight;
import io.qcpruner.core.select.AdditiveCoverageSelector;
import io.qcpruner.core.select.CoverageSelector;
import io.qcpruner.core.select.DppSelector;
import io.qcpruner.core.select.FilledCoverageSelector;
import io.qcpruner.core.select.MmrSelector;
import io.qcpruner.core.select.Selector;
import io.qcpruner.core.select.TopKSelector;
import io.qcpruner.core.utility.Cues;
import java.util.ArrayList;
import java.util.List;

/**
 * Table names of QCPruner and its variants; a transplanted backend is never called by its system's
 * name.
 */
final class QcPrunerLabel {

  private QcPrunerLabel() {}

  static String of(QcPruner.Parameters parameters) {
    List<String> flags = new ArrayList<>();
    if (parameters.usesUtility() && parameters.cues() != Cues.FUSED) {
      flags.add(parameters.cues() == Cues.SIMILARITY ? "similarity cue" : "alignment cue");
    }
    if ((parameters.usesUtility() || parameters.usesText())
        && parameters.conditioning() == Conditioning.FULL_PROMPT) {
      flags.add("full prompt");
    }
    if (parameters.allocation() == Allocation.ADAPTIVE) {
      flags.add("adaptive frames");
    }
    if (parameters.normalization() == Normalization.SAMPLE) {
      flags.add("sample-wise cues");
    }
    String base = base(parameters.selector());
    return flags.isEmpty() ? base : base + " (" + String.join(", ", flags) + ")";
  }

  private static String base(Selector selector) {
    if (selector instanceof CoverageSelector coverage) {
      return edges(coverage.edges());
    }
    if (selector instanceof FilledCoverageSelector) {
      return "QCPruner, filled";
    }
    if (selector instanceof TopKSelector) {
      return "Top-K";
    }
    if (selector instanceof MmrSelector) {
      return "MMR";
    }
    if (selector instanceof DppSelector) {
      return "CDPruner-DPP";
    }
    if (selector instanceof AdditiveCoverageSelector additive) {
      return additive.utilityRow() ? "MMTok-style, utility row" : "MMTok-style";
    }
    return selector.name();
  }

  private static String edges(EdgeWeight edges) {
    return switch (edges) {
      case BILATERAL -> "QCPruner";
      case VISUAL_ONLY -> "Visual-only coverage";
      case TARGET -> "Target-only coverage";
      case REPRESENTATIVE -> "Representative-only coverage";
    };
  }
}
