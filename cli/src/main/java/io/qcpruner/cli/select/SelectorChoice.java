package io.qcpruner.cli.select;

import io.qcpruner.core.objective.AdditiveCoverage;
import io.qcpruner.core.objective.EdgeWeight;
import io.qcpruner.core.objective.Greedy;
import io.qcpruner.core.select.AdditiveCoverageSelector;
import io.qcpruner.core.select.CoverageSelector;
import io.qcpruner.core.select.DppSelector;
import io.qcpruner.core.select.FilledCoverageSelector;
import io.qcpruner.core.select.MaxMinSelector;
import io.qcpruner.core.select.MmrSelector;
import io.qcpruner.core.select.Selector;
import io.qcpruner.core.select.SelfNoveltySelector;
import io.qcpruner.core.select.TopKSelector;
import java.util.Locale;

/** The selectors by their names on the command line. */
public enum SelectorChoice {
  COVERAGE,
  TARGET,
  REPRESENTATIVE,
  VISUAL_ONLY,
  TOP_K,
  MMR,
  DPP,
  MMTOK_STYLE,
  MMTOK_UTILITY_ROW,
  COVERAGE_FILLED,
  MAX_MIN,
  SELF_NOVELTY;

  /**
   * Settings that only some selectors look at.
   *
   * @param greedy how coverage is maximised
   * @param tiled whether coverage computes affinities from features as it needs them
   * @param lambda relevance against redundancy of MMR
   * @param textTemperature tau_tv of the MMTok backends
   */
  public record Settings(Greedy greedy, boolean tiled, float lambda, float textTemperature) {}

  public boolean isCoverage() {
    return ordinal() <= VISUAL_ONLY.ordinal();
  }

  public Selector make(Settings settings) {
    return switch (this) {
      case COVERAGE -> coverage(EdgeWeight.BILATERAL, settings);
      case TARGET -> coverage(EdgeWeight.TARGET, settings);
      case REPRESENTATIVE -> coverage(EdgeWeight.REPRESENTATIVE, settings);
      case VISUAL_ONLY -> coverage(EdgeWeight.VISUAL_ONLY, settings);
      case TOP_K -> new TopKSelector();
      case MMR -> new MmrSelector(settings.lambda());
      case DPP -> new DppSelector();
      case MMTOK_STYLE -> new AdditiveCoverageSelector(additive(settings), false);
      case MMTOK_UTILITY_ROW -> new AdditiveCoverageSelector(additive(settings), true);
      case COVERAGE_FILLED -> new FilledCoverageSelector();
      case MAX_MIN -> new MaxMinSelector();
      case SELF_NOVELTY -> new SelfNoveltySelector();
    };
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static CoverageSelector coverage(EdgeWeight edges, Settings settings) {
    return new CoverageSelector(edges, settings.greedy(), settings.tiled());
  }

  private static AdditiveCoverage additive(Settings settings) {
    AdditiveCoverage usual = AdditiveCoverage.LLAVA;
    return new AdditiveCoverage(
        usual.alpha(), settings.textTemperature(), usual.visualTemperature());
  }
}
