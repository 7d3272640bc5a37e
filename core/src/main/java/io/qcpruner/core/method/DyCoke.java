package io.qcpruner.core.method;

import io.qcpruner.core.layout.TokenLayout;
import io.qcpruner.core.linalg.Kernels;
import io.qcpruner.core.prune.Budget;
import io.qcpruner.core.prune.CacheRule;
import io.qcpruner.core.prune.PlanBuilder;
import io.qcpruner.core.prune.PrunePlan;
import io.qcpruner.core.prune.PruneResult;
import io.qcpruner.core.prune.Setting;
import io.qcpruner.core.prune.Settings;
import io.qcpruner.core.prune.Source;
import io.qcpruner.core.prune.Stage;
import io.qcpruner.core.prune.TraceBuilder;
import io.qcpruner.core.signal.Signal;
import io.qcpruner.core.signal.Signals;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Of every two frames keeps in the second what differs most from the first, then once more among
 * the first ones; while tokens are generated, later layers attend to the part of the clip that the
 * new token looks at. Paper: "DyCoke: Dynamic Compression of Tokens for Fast Video Large Language
 * Models". Symbols: K = drop, l = cacheLayer + 1, P = cacheDrop, m = {@code keep}.
 */
public final class DyCoke extends ClipMethod {

  static final Setting<Double> DROP =
      Setting.share("drop", "share of a reduced frame's tokens that go; the budget is then ignored")
          .withDefaultText("from the budget");
  static final Setting<Double> CACHE_DROP =
      Setting.share("cache-drop", "share of the clip's cached rows left out of a decoding step")
          .withDefault(0.8);
  static final Setting<Integer> CACHE_LAYER =
      Setting.natural(
              "cache-layer", "zero-based layer after which decoding attends to fewer cached rows")
          .withDefaultText("2 of 28");
  static final Setting<StepCache.Reuse> REUSE =
      Setting.choice(
              "reuse",
              "what a decoding step attends to if its attention is like the last one's",
              StepCache.Reuse.class)
          .withDefault(StepCache.Reuse.OFFICIAL);

  static final List<Setting<?>> SETTINGS = List.of(DROP, CACHE_DROP, CACHE_LAYER, REUSE);

  /** Frames that the second pass compares lie so far from the end at least. */
  private static final int SECOND_PASS_MARGIN = 4;

  /**
   * @param drop K; empty: as many tokens go as the budget asks
   * @param cacheDrop 0 leaves caches alone
   * @param cacheLayer layer whose attention says what later layers leave out
   */
  public record Parameters(
      Optional<Double> drop, double cacheDrop, int cacheLayer, StepCache.Reuse reuse) {
    public Parameters {
      drop.ifPresent(k -> Checks.unit("drop", k));
      Checks.unit("cache-drop", cacheDrop);
      Checks.layer(cacheLayer);
    }

    /** The published constants; the budget decides how many tokens of a frame go. */
    public static Parameters defaults(int cacheLayer) {
      return new Parameters(Optional.empty(), 0.8, cacheLayer, StepCache.Reuse.OFFICIAL);
    }
  }

  private final Parameters parameters;

  public DyCoke(Parameters parameters) {
    this.parameters = parameters;
  }

  @Override
  public String name() {
    return "dycoke";
  }

  @Override
  public String label() {
    return parameters.cacheDrop > 0 ? "DyCoke" : "DyCoke (caches whole)";
  }

  @Override
  public Settings settings() {
    Settings set =
        Settings.NONE
            .with(CACHE_DROP, parameters.cacheDrop)
            .with(CACHE_LAYER, parameters.cacheLayer)
            .with(REUSE, parameters.reuse);
    return parameters.drop.map(k -> set.with(DROP, k)).orElse(set);
  }

  @Override
  public Source source() {
    return new Source(
        "DyCoke: Dynamic Compression of Tokens for Fast Video Large Language Models (CVPR 2025)",
        "KD-TAO/DyCoke @dd74634");
  }

  @Override
  public Set<Signal> needs(Stage stage) {
    return Set.of(Signal.VISUAL_STATES);
  }

  @Override
  public Optional<CacheRule> cacheRule() {
    return parameters.cacheDrop > 0
        ? Optional.of(new StepCache(parameters.cacheLayer, parameters.cacheDrop, parameters.reuse))
        : Optional.empty();
  }

  @Override
  PruneResult decide(
      Frames frames, Signals signals, Budget budget, double share, TraceBuilder trace) {
    int[] partner = partners(frames.count());
    int whole = (int) Arrays.stream(partner).filter(p -> p < 0).count();
    int keep = keep(frames, budget, whole, trace);
    ExactRows states = new ExactRows(states(signals, frames));
    int[] order = new int[0];
    float[] utility = new float[frames.tokens()];
    for (int f = 0; f < partner.length; f++) {
      int[] members = frames.members()[f];
      if (partner[f] >= 0) {
        float[] unlike = Indices.negated(states.cosines(frames.members()[partner[f]], members));
        for (int i = 0; i < members.length; i++) {
          utility[members[i]] = unlike[i];
        }
        members = Indices.gather(members, Kernels.topK(unlike, keep));
      }
      order = Indices.concat(order, members);
    }
    return trace
        .parts(frames.count())
        .order(order)
        .utility(utility)
        .result(plan(signals.layout(), frames, order));
  }

  /** The frame that each frame is compared with; -1 for those that stay whole. */
  static int[] partners(int frames) {
    int[] partner = new int[frames];
    Arrays.fill(partner, -1);
    for (int i = 0; i < frames - 1; i += 2) {
      partner[i + 1] = i;
    }
    for (int i = 0; i < frames - SECOND_PASS_MARGIN; i += 4) {
      partner[i + 2] = i;
    }
    return partner;
  }

  /** m: how many tokens of a reduced frame stay. */
  private int keep(Frames frames, Budget budget, int whole, TraceBuilder trace) {
    int reduced = frames.count() - whole;
    if (parameters.drop.isPresent()) {
      return (int) ((1 - parameters.drop.get()) * frames.patches());
    }
    int least = whole * frames.patches();
    int wanted = budget.resolve(frames.tokens(), frames.count());
    if (wanted < least || reduced == 0) {
      trace.note("%d of %d frames stay whole: %d tokens".formatted(whole, frames.count(), least));
      return 0;
    }
    return (wanted - least) / reduced;
  }

  /** The least alike first, as published, unless newlines stand between the rows of a frame. */
  private PrunePlan plan(TokenLayout layout, Frames frames, int[] order) {
    if (hasGrids(layout, frames)) {
      return SequenceSelection.keepRows(layout, order, positions());
    }
    int[] candidates = layout.candidates();
    PlanBuilder plan = new PlanBuilder();
    boolean[] isCandidate = Indices.mask(candidates, layout.size());
    int next = 0;
    int[] groups = layout.groups();
    for (int row = 0; row < layout.size(); row++) {
      if (!isCandidate[row]) {
        plan.keep(layout.kinds()[row], row);
      }
      // a frame's tokens stand where its first one stood
      while (next < order.length
          && isCandidate[row]
          && groups[candidates[order[next]]] == groups[row]) {
        plan.keep(layout.kinds()[candidates[order[next]]], candidates[order[next]]);
        next++;
      }
    }
    return plan.build(positions());
  }
}
