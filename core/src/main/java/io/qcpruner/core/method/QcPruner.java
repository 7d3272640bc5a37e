package io.qcpruner.core.method;

import io.qcpruner.core.linalg.Matrix;
import io.qcpruner.core.objective.EdgeWeight;
import io.qcpruner.core.prune.Budget;
import io.qcpruner.core.prune.PositionPolicy;
import io.qcpruner.core.prune.Setting;
import io.qcpruner.core.prune.Settings;
import io.qcpruner.core.prune.Source;
import io.qcpruner.core.prune.Stage;
import io.qcpruner.core.prune.TraceBuilder;
import io.qcpruner.core.select.CoverageSelector;
import io.qcpruner.core.select.Selection;
import io.qcpruner.core.select.Selector;
import io.qcpruner.core.select.SelectorInput;
import io.qcpruner.core.select.Selectors;
import io.qcpruner.core.select.ShareRule;
import io.qcpruner.core.select.Ties;
import io.qcpruner.core.signal.Signal;
import io.qcpruner.core.signal.Signals;
import io.qcpruner.core.utility.Cues;
import io.qcpruner.core.utility.Utility;
import java.util.EnumSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Query-conditioned population coverage inside the decoder, and the controlled variants of its
 * paper: other selectors, edge weights, cues, conditioning, floor and layer on the same inputs.
 * Paper: "QCPruner: Query-Conditioned Population Coverage for Visual Token Pruning".
 *
 * <table>
 * <caption>Symbols</caption>
 * <tr><td>l</td><td>layer</td></tr>
 * <tr><td>I_anc</td><td>{@link Conditioning#ANCHORS}</td></tr>
 * <tr><td>s^sim, A</td><td>{@link Signal#TEXT_COSINE}, {@link Signal#TEXT_ALIGNMENT}</td></tr>
 * <tr><td>u, rho</td><td>{@link Utility}, rho</td></tr>
 * <tr><td>w_ij, F, Delta</td><td>{@link CoverageSelector}</td></tr>
 * </table>
 */
public final class QcPruner extends SequenceSelection {

  public static final Setting<Double> RHO =
      Setting.share("rho", "utility floor, 0 to 1").withDefaultText("the model's");
  public static final Setting<String> SELECTOR =
      Setting.of(
              "selector",
              "what picks the tokens",
              "one of " + String.join(", ", Selectors.names()),
              Selectors::requireName,
              name -> name)
          .withDefault("coverage");
  public static final Setting<Ties> TIES =
      Setting.choice("ties", "what coverage keeps once nothing adds to it", Ties.class)
          .withDefault(Ties.VISUAL);
  public static final Setting<Cues> CUES =
      Setting.choice("cues", "which cues make the utility", Cues.class).withDefault(Cues.FUSED);
  public static final Setting<Conditioning> TEXT =
      Setting.choice("text", "which text rows represent the query", Conditioning.class)
          .withDefault(Conditioning.ANCHORS);
  public static final Setting<Allocation> ALLOCATE =
      Setting.choice("allocate", "how frames share the budget", Allocation.class)
          .withDefault(Allocation.EQUAL);
  public static final Setting<CueNormalization> NORMALIZE =
      Setting.choice("normalize", "over which tokens cues are normalised", CueNormalization.class)
          .withDefault(CueNormalization.FRAME);
  public static final Setting<Boolean> CERTIFY =
      Setting.flag("certify", "say how far the picks can be from the best ones").withDefault(false);

  /** What a user may set, the search for anchors included. */
  static final List<Setting<?>> SETTINGS =
      Stream.concat(
              Stream.of(
                  CommonSettings.LAYER,
                  RHO,
                  SELECTOR,
                  TIES,
                  CUES,
                  TEXT,
                  ALLOCATE,
                  NORMALIZE,
                  CERTIFY),
              AnchorOptions.ALL.stream())
          .toList();

  static final Source SOURCE =
      new Source(
          "QCPruner: Query-Conditioned Population Coverage for Visual Token Pruning",
          "none published; follows the paper");

  /**
   * @param layer zero-based layer after which rows go
   * @param selector what picks; coverage with bilateral edges is QCPruner itself
   * @param cues which cues make the utility
   * @param conditioning which text rows represent the query
   * @param rho utility floor in [0, 1]
   * @param allocation how frames share a budget
   * @param normalization over which tokens cues are normalised
   * @param certify whether the trace says how far the picks can be from the best ones; costs one
   *     more pass over the affinities
   */
  public record Parameters(
      int layer,
      Selector selector,
      Cues cues,
      Conditioning conditioning,
      float rho,
      Allocation allocation,
      CueNormalization normalization,
      boolean certify) {
    public Parameters {
      Checks.layer(layer);
      Utility.requireRho(rho);
      if (allocation == Allocation.ADAPTIVE && !selector.supportsShare()) {
        throw new IllegalArgumentException(
            "adaptive allocation needs a coverage selector, not " + selector.name());
      }
      if (certify && !selector.supportsShare()) {
        throw new IllegalArgumentException(
            "only coverage has a bound to certify, not " + selector.name());
      }
    }

    /** The system of the paper. */
    public static Parameters defaults(int layer, float rho) {
      return new Parameters(
          layer,
          new CoverageSelector(EdgeWeight.BILATERAL),
          Cues.FUSED,
          Conditioning.ANCHORS,
          rho,
          Allocation.EQUAL,
          CueNormalization.FRAME,
          false);
    }

    boolean usesUtility() {
      return selector.needs().contains(Selector.Part.UTILITY);
    }

    boolean usesText() {
      return selector.needs().contains(Selector.Part.ANCHORS);
    }

    boolean usesAffinity() {
      return selector.needs().contains(Selector.Part.AFFINITY);
    }

    /** One decision over all frames works from the states: all pairs would not fit. */
    boolean usesStates() {
      return selector.needs().contains(Selector.Part.FEATURES)
          || usesAffinity() && allocation == Allocation.ADAPTIVE;
    }
  }

  /** Where automatic budgets were measured, answers were lost below this (docs/selectors.md). */
  private static final int FEW = 16;

  private final Parameters parameters;

  public QcPruner(Parameters parameters) {
    super(new Stage.AfterLayer(parameters.layer()), PositionPolicy.KEEP);
    this.parameters = parameters;
  }

  @Override
  public String name() {
    return "qcpruner";
  }

  @Override
  public String label() {
    return QcPrunerLabel.of(parameters);
  }

  public Parameters parameters() {
    return parameters;
  }

  @Override
  public Settings settings() {
    return Settings.NONE
        .with(CommonSettings.LAYER, parameters.layer)
        .with(RHO, Double.valueOf(Float.toString(parameters.rho))) // 0.3, not 0.30000001192092896
        .with(SELECTOR, parameters.selector.name())
        .with(TIES, parameters.selector.ties())
        .with(CUES, parameters.cues)
        .with(TEXT, parameters.conditioning)
        .with(ALLOCATE, parameters.allocation)
        .with(NORMALIZE, parameters.normalization)
        .with(CERTIFY, parameters.certify);
  }

  @Override
  public Source source() {
    return SOURCE;
  }

  @Override
  public Set<Signal> needs(Stage stage) {
    Set<Signal> needs = EnumSet.noneOf(Signal.class);
    boolean utility = parameters.usesUtility();
    if (parameters.usesText() || utility && parameters.cues != Cues.ALIGNMENT) {
      needs.add(Signal.TEXT_COSINE);
    }
    if (utility && parameters.cues != Cues.SIMILARITY) {
      needs.add(Signal.TEXT_ALIGNMENT);
    }
    if (parameters.usesStates()) {
      needs.add(Signal.VISUAL_STATES);
    } else if (parameters.usesAffinity()) {
      needs.add(Signal.VISUAL_COSINE);
    }
    return Set.copyOf(needs);
  }

  @Override
  Allocation allocation() {
    return parameters.allocation;
  }

  @Override
  boolean settlesAutoBudget() {
    return parameters.selector.supportsShare();
  }

  @Override
  protected Chooser chooser(Signals signals, Budget budget, TraceBuilder trace) {
    QueryCues cues = QueryCues.read(signals, parameters, trace);
    return (part, keep) -> {
      SelectorInput input = affinity(signals, part).withRho(parameters.rho);
      if (parameters.usesUtility()) {
        input = input.withUtility(cues.utility(part));
      }
      if (parameters.usesText()) {
        input = input.withAnchors(cues.textCosine(part));
      }
      return select(input, keep, budget, trace);
    };
  }

  private SelectorInput affinity(Signals signals, int[] part) {
    if (parameters.usesStates()) {
      Matrix states = signals.get(Signal.VISUAL_STATES).requireFinite("visual states");
      return SelectorInput.ofFeatures(states.selectRows(part));
    }
    if (!parameters.usesAffinity()) {
      return new SelectorInput(part.length, null, null, null, null, 0);
    }
    return SelectorInput.ofCosine(signals.visualCosine(part).requireFinite("visual cosine"));
  }

  private Choice select(SelectorInput input, int keep, Budget budget, TraceBuilder trace) {
    Selector selector = parameters.selector;
    Selection picks =
        budget instanceof Budget.Auto auto
            ? selector.selectShare(
                input, new ShareRule(auto.share(), auto.visualShare(), auto.least()))
            : selector.select(input, keep);
    if (budget instanceof Budget.Auto auto && auto.least() == 1 && picks.order().length < FEW) {
      trace.note(
          "%s kept %d: a share of coverage, not of answers; with a floor: %s:least=%d"
              .formatted(auto, picks.order().length, auto, FEW));
    }
    OptionalDouble bound =
        parameters.certify ? selector.bound(input, picks.order()) : OptionalDouble.empty();
    return choice(picks, bound, trace);
  }

  private static Choice choice(Selection picks, OptionalDouble bound, TraceBuilder trace) {
    picks.notes().forEach(trace::note);
    OptionalDouble objective =
        Double.isNaN(picks.objective())
            ? OptionalDouble.empty()
            : OptionalDouble.of(picks.objective());
    return new Choice(picks.order(), picks.gains(), objective, bound);
  }
}
