package io.qcpruner.core.method;

import io.qcpruner.core.select.Ties;
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
    if (parameters.normalization() == CueNormalization.SAMPLE) {
      flags.add("sample-wise cues");
    }
    if (parameters.selector().ties() == Ties.LOWEST) {
      flags.add("ties to the lowest index");
    }
    String base = parameters.selector().label();
    return flags.isEmpty() ? base : base + " (" + String.join(", ", flags) + ")";
  }
}
