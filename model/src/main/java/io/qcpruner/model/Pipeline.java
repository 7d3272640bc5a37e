package io.qcpruner.model;

import io.qcpruner.core.anchor.Anchors;
import io.qcpruner.core.anchor.PromptTokens;
import io.qcpruner.core.layout.SpanLabel;
import io.qcpruner.core.layout.TokenLayout;
import io.qcpruner.core.prune.PrunePlan;
import io.qcpruner.core.signal.Signal;
import io.qcpruner.model.backbone.Backbone;
import io.qcpruner.model.backbone.VisionOutput;
import io.qcpruner.model.backbone.Visual;
import io.qcpruner.model.backbone.VisualRows;
import io.qcpruner.model.decoder.Boundary;
import io.qcpruner.model.decoder.BoundaryHook;
import io.qcpruner.model.decoder.DecodeScheduler;
import io.qcpruner.model.decoder.DecodeState;
import io.qcpruner.model.decoder.DecoderInput;
import io.qcpruner.model.decoder.Prefill;
import io.qcpruner.model.decoder.PrefixPass;
import io.qcpruner.model.decoder.PromptPrefix;
import io.qcpruner.model.generate.Generation;
import io.qcpruner.model.generate.Generator;
import io.qcpruner.model.internal.prune.PruneRequest;
import io.qcpruner.model.internal.prune.PruneSession;
import io.qcpruner.model.internal.prune.TextRows;
import io.qcpruner.model.nn.Cancellation;
import io.qcpruner.model.nn.Tensors;
import io.qcpruner.model.nn.Workspace;
import io.qcpruner.model.prune.StageClock;
import io.qcpruner.model.prune.StageClock.Part;
import io.qcpruner.model.vision.TowerTap;
import io.qcpruner.model.vision.TowerWork;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * The only place where a model is run: prompt, visual rows, prefill with a method's hooks, decode.
 * Commands, evaluation, traces, benches and servers call it and watch it. One object is one run.
 */
final class Pipeline {
  private final LoadedModel model;
  private final Backbone backbone;
  private final List<EncodedVisual> visuals;
  private final Ask ask;
  private final Optional<PruneRequest> pruning;
  private final PipelineObserver observer;
  private final Cancellation cancellation;
  private final StageClock clock;
  private final List<TowerTap> taps = new ArrayList<>();

  /**
   * @param pruning the question's method made for this model; empty to run without it
   */
  Pipeline(
      LoadedModel model,
      List<EncodedVisual> visuals,
      Ask ask,
      Optional<PruneRequest> pruning,
      PipelineObserver observer) {
    this.model = model;
    this.backbone = model.backbone();
    this.visuals = visuals;
    this.ask = ask;
    this.pruning = pruning;
    this.observer = observer;
    this.cancellation = new Cancellation(ask.cancelled());
    this.clock = new StageClock(observer::spent);
    visuals.forEach(visual -> clock.addAll(visual.clock()));
  }

  /** One answer for each variant, all to one run of the prompt. */
  List<Reply> run(List<AnswerVariant> variants) {
    model.requireUnchanged();
    List<Visual> shown = visuals.stream().map(EncodedVisual::visual).toList();
    backbone.spec().requireTogether(shown);
    EncodedPrompt prompt = EncodedPrompt.of(model, ask.prompt(), shown);
    try (DecodeState state = new DecodeState(backbone.decoder());
        Workspace workspace = new Workspace(backbone.decoder().placement())) {
      Optional<PruneSession> session = session(workspace);
      session.flatMap(PruneSession::cacheRule).ifPresent(state::pruneCaches);
      session.ifPresent(s -> s.cachesTrimmedFrom().ifPresent(state::trimCachesFrom));
      AssembledPrompt assembled = assemble(prompt, session, workspace);
      observer.assembled(assembled);
      clock.enter(Part.PREFILL_BEFORE);
      float[] logits;
      PrefixUse prefix;
      Prefilled prefilled;
      try (Prefill prefill =
          new Prefill(
              backbone.decoder(),
              state,
              assembled.input(),
              hooks(session, assembled),
              cancellation)) {
        prefix = run(prefill, assembled.input());
        if (session.isPresent() && !session.get().hasPruned()) {
          state.keepCachesWhole(backbone.decoder());
        }
        state.trimCaches(backbone.decoder(), prefill.rows());
        logits = Tensors.toFloats(prefill.lastLogits());
        clock.leave();
        FiniteCheck.require(logits, backbone.decoder(), assembled.input());
        prefilled =
            Prefilled.of(
                assembled,
                prefill.rows(),
                session.map(PruneSession::steps).orElse(List.of()),
                state.cacheLengths(),
                state.cacheBytes());
        observer.afterPrefill(prefilled, prefill.hidden());
        observer.prefilled(prefilled);
      }
      List<Generation> made =
          clock.time(Part.DECODE, () -> generate(prompt, state, logits, variants));
      return made.stream().map(each -> Reply.of(prefilled, each, prefix, clock)).toList();
    } finally {
      taps.forEach(TowerTap::close);
    }
  }

  /** Runs the prompt, after the rows of its picture if those are to be reused. */
  private PrefixUse run(Prefill prefill, DecoderInput input) {
    Optional<PrefixPlan> plan =
        PrefixPlan.of(visuals, pruning, input, backbone.decoder().config())
            .filter(p -> IntStream.range(-1, p.layer()).noneMatch(observer::wantsLayer));
    if (plan.isEmpty()) {
      prefill.run();
      return PrefixUse.NONE;
    }
    PrefixPlan wanted = plan.get();
    boolean queries = wanted.queries() || observer.wantsQueryKey(wanted.layer());
    EncodedVisual visual = visuals.get(0);
    Optional<PromptPrefix> ready = model.prefixes().find(visual, input, wanted.layer(), queries);
    if (ready.isPresent()) {
      try (PromptPrefix prefix = ready.get()) {
        prefill.startWith(prefix).run();
        return new PrefixUse(prefix.rows(), prefix.nanos());
      }
    }
    Optional<PromptPrefix> shallower = model.prefixes().findBefore(visual, input, wanted.layer());
    long saved = shallower.map(PromptPrefix::nanos).orElse(0L);
    try (PromptPrefix prefix = made(wanted, input, queries, shallower)) {
      model.prefixes().put(visual, prefix);
      prefill.startWith(prefix).run();
    }
    return new PrefixUse(0, saved);
  }

  private PromptPrefix made(
      PrefixPlan plan, DecoderInput input, boolean queries, Optional<PromptPrefix> shallower) {
    try (PrefixPass pass = new PrefixPass(backbone.decoder(), input, plan.rows(), cancellation)) {
      return pass.run(plan.layer(), queries, shallower);
    } finally {
      shallower.ifPresent(PromptPrefix::close);
    }
  }

  /** Without a picture there is nothing to prune. */
  private Optional<PruneSession> session(Workspace workspace) {
    return pruning
        .filter(request -> !visuals.isEmpty())
        .map(r -> new PruneSession(backbone, r, model.companions(), workspace, clock));
  }

  private AssembledPrompt assemble(
      EncodedPrompt prompt, Optional<PruneSession> session, Workspace workspace) {
    clock.enter(Part.TOWER);
    List<VisualRows> rows = visualRows(prompt, session, workspace);
    DecoderInput input = backbone.assemble(prompt.tokens(), rows);
    clock.leave();
    int unpruned =
        input.rows() + rows.stream().mapToInt(v -> v.unprunedRows() - v.cells().size()).sum();
    requireFits(input.rows());
    for (int row : ask.prompt().anchorRows()) {
      if (row < 0 || row >= input.rows()) {
        throw new IllegalArgumentException(
            "anchor row %d is none of the prompt's 0 to %d".formatted(row, input.rows() - 1));
      }
    }
    boolean wanted = observer.wantsAnchors() || session.isPresent() && usesAnchors();
    if (!wanted) {
      return new AssembledPrompt(input, unpruned, Optional.empty(), new int[0]);
    }
    int[] given = ask.prompt().anchorRows();
    if (given.length > 0 || prompt.text().isEmpty()) {
      return new AssembledPrompt(
          input, unpruned, Optional.empty(), given.length > 0 ? given : userRows(input.layout()));
    }
    PromptTokens text = prompt.text().get();
    Anchors anchors = clock.time(Part.ANCHORS, () -> model.anchors(ask.anchors(), text));
    return new AssembledPrompt(
        input, unpruned, Optional.of(anchors), TextRows.of(anchors, text, input.layout()));
  }

  private List<VisualRows> visualRows(
      EncodedPrompt prompt, Optional<PruneSession> session, Workspace workspace) {
    List<VisionOutput> outputs = outputs(session, workspace);
    IntFunction<VisualRows> unpruned = v -> visuals.get(v).rows(backbone, workspace);
    return session.isPresent()
        ? session.get().rows(outputs, prompt.question(), unpruned)
        : IntStream.range(0, visuals.size()).mapToObj(unpruned).toList();
  }

  /** What the towers made, run again where the method asks for more than they recorded. */
  private List<VisionOutput> outputs(Optional<PruneSession> session, Workspace workspace) {
    if (session.isEmpty()) {
      return visuals.stream().map(EncodedVisual::output).toList();
    }
    List<TowerWork> work =
        session.get().towerWork(visuals.stream().map(v -> v.output().layout()).toList());
    return IntStream.range(0, visuals.size())
        .mapToObj(v -> output(visuals.get(v), work.get(v), workspace))
        .toList();
  }

  private VisionOutput output(EncodedVisual visual, TowerWork work, Workspace workspace) {
    VisionOutput output = visual.output(work, w -> encode(visual, w, workspace));
    if (work.merging().isPresent() && output.tap() != null) {
      taps.add(output.tap());
    }
    return output;
  }

  private VisionOutput encode(EncodedVisual visual, TowerWork work, Workspace workspace) {
    return backbone.encode(visual.visual(), work, workspace, cancellation);
  }

  private void requireFits(int rows) {
    int context = backbone.config().maxPromptRows();
    if (rows > context) {
      throw new PromptTooLongException(
          "the prompt has %d rows, but the model's context ends at %d; shorten the question%s"
              .formatted(rows, context, visuals.size() > 1 ? " or show fewer pictures" : ""));
    }
  }

  private boolean usesAnchors() {
    PruneRequest request = pruning.orElseThrow();
    return request.pruner().stages().stream()
        .flatMap(stage -> request.pruner().needs(stage).stream())
        .anyMatch(
            s -> s == Signal.TEXT_COSINE || s == Signal.TEXT_ALIGNMENT || s == Signal.ATTENTION);
  }

  private static int[] userRows(TokenLayout layout) {
    return Arrays.stream(layout.textRows())
        .filter(r -> layout.spans()[r] == SpanLabel.USER)
        .toArray();
  }

  /** The observer looks before the method prunes. */
  private List<BoundaryHook> hooks(Optional<PruneSession> session, AssembledPrompt assembled) {
    List<BoundaryHook> hooks = new ArrayList<>();
    hooks.add(new ObserverHook(observer));
    session.ifPresent(s -> hooks.add(s.hook(assembled.anchorRows())));
    return hooks;
  }

  /** Every answer goes on with caches of its own; the first takes those of the prompt. */
  private List<Generation> generate(
      EncodedPrompt prompt, DecodeState state, float[] first, List<AnswerVariant> variants) {
    AnswerThreads<Generation> threads = new AnswerThreads<>(ask.cancelled());
    List<DecodeState> states = new ArrayList<>(List.of(state));
    List<DecodeScheduler.Sequence> sequences = new ArrayList<>();
    try {
      while (states.size() < variants.size()) {
        states.add(state.copy(backbone.decoder()));
      }
      states.forEach(each -> sequences.add(model.scheduler().join(each)));
      return threads.run(
          variants.size(),
          number -> {
            try (DecodeScheduler.Sequence sequence = sequences.get(number)) {
              IntConsumer tokens = number == 0 ? observer::token : id -> {};
              AnswerVariant variant = variants.get(number);
              return new Generator(
                      model::decode,
                      variant.listener(),
                      tokens,
                      variant.scores(),
                      threads::isCancelled)
                  .run(
                      first,
                      sequence::step,
                      model.sampler(
                          ask.generation().with(variant.sampling()),
                          prompt.tokens(),
                          visuals.stream().map(visual -> visual.output().visual()).toList()),
                      model.stopRules(ask.generation()));
            }
          });
    } finally {
      states.stream().skip(1).forEach(DecodeState::close);
    }
  }

  /** An observer at the decoder's boundaries. */
  private record ObserverHook(PipelineObserver observer) implements BoundaryHook {
    @Override
    public boolean wants(int layer) {
      return observer.wantsLayer(layer);
    }

    @Override
    public boolean wantsQueryKey(int layer) {
      return observer.wantsQueryKey(layer);
    }

    @Override
    public Optional<PrunePlan> visit(Boundary boundary) {
      observer.afterLayer(boundary);
      return Optional.empty();
    }
  }
}
