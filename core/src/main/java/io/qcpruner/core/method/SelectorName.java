package io.qcpruner.core.method;

import io.qcpruner.core.objective.AdditiveCoverage;
import io.qcpruner.core.objective.EdgeWeight;
import io.qcpruner.core.select.AdditiveCoverageSelector;
import io.qcpruner.core.select.CoverageSelector;
import io.qcpruner.core.select.DppSelector;
import io.qcpruner.core.select.FilledCoverageSelector;
import io.qcpruner.core.select.MaxMinSelector;
import io.qcpruner.core.select.MmrSelector;
import io.qcpruner.core.select.Selector;
import io.qcpruner.core.select.TopKSelector;

/** The selectors that can stand at QCPruner's hook, by name. */
public enum SelectorName {
  COVERAGE,
  COVERAGE_FILLED,
  TARGET,
  REPRESENTATIVE,
  VISUAL_ONLY,
  TOP_K,
  MMR,
  DPP,
  MMTOK_STYLE,
  MMTOK_UTILITY_ROW,
  MAX_MIN;

  /** The selector with the settings of a backbone: MMTok's text temperature differs. */
  public Selector make(Backbone backbone) {
    AdditiveCoverage additive =
        backbone.kind() == Backbone.Kind.QWEN2_5_VL
            ? AdditiveCoverage.QWEN
            : AdditiveCoverage.LLAVA;
    return switch (this) {
      case COVERAGE -> new CoverageSelector(EdgeWeight.BILATERAL);
      case COVERAGE_FILLED -> new FilledCoverageSelector();
      case TARGET -> new CoverageSelector(EdgeWeight.TARGET);
      case REPRESENTATIVE -> new CoverageSelector(EdgeWeight.REPRESENTATIVE);
      case VISUAL_ONLY -> new CoverageSelector(EdgeWeight.VISUAL_ONLY);
      case TOP_K -> new TopKSelector();
      case MMR -> new MmrSelector();
      case DPP -> new DppSelector();
      case MMTOK_STYLE -> new AdditiveCoverageSelector(additive);
      case MMTOK_UTILITY_ROW -> new AdditiveCoverageSelector(additive, true);
      case MAX_MIN -> new MaxMinSelector();
    };
  }
}
