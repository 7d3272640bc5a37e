package io.qcpruner.model;

import io.qcpruner.checkpoint.config.Family;
import io.qcpruner.core.anchor.Anchors;
import io.qcpruner.core.anchor.PromptTokens;
import io.qcpruner.core.layout.TokenKind;
import io.qcpruner.core.layout.TokenLayout;
import io.qcpruner.core.signal.Signal;
import io.qcpruner.model.backbone.Backbone;
import io.qcpruner.model.backbone.VisualRows;
import io.qcpruner.model.decoder.BoundaryHook;
import io.qcpruner.model.decoder.DecodeState;
import io.qcpruner.model.decoder.DecodeStep;
import io.qcpruner.model.decoder.DecoderInput;
import io.qcpruner.model.decoder.Prefill;
import io.qcpruner.model.decoder.RowTable;
import io.qcpruner.model.generate.Generation;
import io.qcpruner.model.generate.Generator;
import io.qcpruner.model.generate.Sampler;
import io.qcpruner.model.generate.SamplingSettings;
import io.qcpruner.model.generate.StopRules;
import io.qcpruner.model.nn.Tensors;
import io.qcpruner.model.nn.Workspace;
import io.qcpruner.model.prune.CueObserver;
import io.qcpruner.model.prune.LayerCues;
import io.qcpruner.model.prune.PruneRequest;
import io.qcpruner.model.prune.PruneSession;
import io.qcpruner.model.prune.PruningHook;
import io.qcpruner.model.prune.QuestionText;
import io.qcpruner.model.prune.StageClock;
import io.qcpruner.model.prune.StageClock.Part;
import io.qcpruner.model.prune.TextRows;
import io.qcpruner.text.Conversation;
import io.qcpruner.text.PromptEncoder;
import io.qcpruner.text.PromptTemplate;
import io.qcpruner.text.Tokenizer;
import io.qcpruner.text.TokenizerKeywords;
import io.qcpruner.text.Turn;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The way of one question through the model. */
final class Request {
  private final VisionLanguageModel model;
  private final Backbone backbone;
  private final Seen seen;
  private final Ask ask;
  private final StageClock clock = new StageClock();

  Request(VisionLanguageModel model, Seen seen, Ask ask) {
    this.model = model;
    this.backbone = model.backbone();
    this.seen = seen;
    this.ask = ask;
    clock.add(Part.MEDIA, seen.mediaNanos());
    clock.add(Part.TOWER, seen.towerNanos());
  }

  Reply run() {
    PromptTokens prompt = prompt();
    try (DecodeState state = new DecodeState(backbone.decoder());
        Workspace workspace = new Workspace(backbone.decoder().placement())) {
      Optional<PruneSession> session = ask.pruning().map(p -> session(p, workspace));
      VisualRows rows =
          session.isPresent()
              ? session.get().rows(seen.output(), question())
              : backbone.rows(seen.output(), workspace);
      DecoderInput input =
          backbone.assemble(io.qcpruner.model.backbone.PromptTokens.of(prompt), List.of(rows));
      requireFits(input.rows());
      Optional<Anchors> anchors =
          ask.pruning().filter(Request::usesAnchors).map(p -> anchors(prompt));
      Optional<PruningHook> hook =
          session.map(
              s ->
                  s.hook(
                      anchors.map(a -> TextRows.of(a, prompt, input.layout())).orElse(new int[0])));
      RowTable survivors;
      float[] logits;
      List<BoundaryHook> hooks = hook.map(h -> List.<BoundaryHook>of(h)).orElse(List.of());
      long start = System.nanoTime();
      try (Prefill prefill = new Prefill(backbone.decoder(), state, input, hooks)) {
        logits = Tensors.toFloats(prefill.run().lastLogits());
        survivors = prefill.rows();
      }
      splitPrefill(hook, start, System.nanoTime());
      long[] lengths = state.cacheLengths();
      Generation generation = generate(prompt, state, logits);
      List<PruningHook.Step> steps = session.map(PruneSession::steps).orElse(List.of());
      return new Reply(
          generation,
          input.rows(),
          unprunedPatches(steps, input),
          visualRows(survivors.layout()),
          survivors.layout(),
          lengths,
          state.cacheBytes(),
          steps,
          anchors,
          clock);
    }
  }

  /** Runs the prompt without pruning and reads the cues at every layer. */
  LayerCues cues() {
    PromptTokens prompt = prompt();
    try (DecodeState state = new DecodeState(backbone.decoder());
        Workspace workspace = new Workspace(backbone.decoder().placement())) {
      VisualRows rows = backbone.rows(seen.output(), workspace);
      DecoderInput input =
          backbone.assemble(io.qcpruner.model.backbone.PromptTokens.of(prompt), List.of(rows));
      requireFits(input.rows());
      Anchors anchors = anchors(prompt);
      CueObserver observer =
          new CueObserver(backbone.decoder(), TextRows.of(anchors, prompt, input.layout()));
      try (Prefill prefill = new Prefill(backbone.decoder(), state, input, List.of(observer))) {
        prefill.run();
      }
      return new LayerCues(input.layout(), anchors, observer.layers());
    }
  }

  private PruneSession session(PruneRequest request, Workspace workspace) {
    return new PruneSession(backbone, request, model.companions(), workspace, clock);
  }

  private PromptTokens prompt() {
    PromptTemplate template = ask.template().orElse(PromptTemplate.of(backbone.config().family()));
    Turn turn = new Turn(1, ask.instruction(), ask.question(), null);
    return new PromptEncoder(model.tokenizer())
        .encode(template, new Conversation(null, List.of(turn)));
  }

  private void requireFits(int rows) {
    int context = backbone.config().maxPromptRows();
    if (rows > context) {
      throw new IllegalArgumentException(
          "the prompt has %d rows, but the model's context ends at %d; shorten the question"
              .formatted(rows, context));
    }
  }

  private static boolean usesAnchors(PruneRequest request) {
    return request.pruner().stages().stream()
        .flatMap(stage -> request.pruner().needs(stage).stream())
        .anyMatch(
            s -> s == Signal.TEXT_COSINE || s == Signal.TEXT_ALIGNMENT || s == Signal.ATTENTION);
  }

  private Anchors anchors(PromptTokens prompt) {
    return clock.time(
        Part.ANCHORS,
        () ->
            model
                .anchorFinder(ask.anchors())
                .find(prompt, new TokenizerKeywords(model.tokenizer())));
  }

  private QuestionText question() {
    return new QuestionText(
        ask.question(),
        word -> model.tokenizer().encode(word).ids(),
        model.loaded().clipTokenizer().map(clip -> text -> clipIds(clip, text)));
  }

  private static int[] clipIds(Tokenizer clip, String text) {
    int[] inner = clip.encode(text).ids();
    int[] ids = new int[inner.length + 2];
    ids[0] = clip.special("<|startoftext|>").orElseThrow();
    ids[ids.length - 1] = clip.special("<|endoftext|>").orElseThrow();
    System.arraycopy(inner, 0, ids, 1, inner.length);
    return ids;
  }

  private void splitPrefill(Optional<PruningHook> hook, long start, long end) {
    long first = hook.map(h -> h.firstVisit(end)).orElse(end);
    clock.add(Part.PREFILL_BEFORE, first - start);
    long inHook = hook.map(PruningHook::visitNanos).orElse(0L);
    clock.add(Part.PREFILL_AFTER, end - first - inHook);
  }

  private Generation generate(PromptTokens prompt, DecodeState state, float[] first) {
    long start = System.nanoTime();
    DecodeStep step = new DecodeStep(backbone.decoder(), state);
    StopRules rules =
        new StopRules(ask.maxNewTokens(), model.generation().stopIds(), ask.stopStrings());
    Generation generation =
        new Generator(ids -> model.tokenizer().decode(ids), ask.listener(), ask.cancelled())
            .run(first, step::run, sampler(prompt), rules);
    clock.add(Part.DECODE, System.nanoTime() - start);
    return generation;
  }

  private Sampler sampler(PromptTokens prompt) {
    SamplingSettings sampling =
        ask.sampling().withVocabularyLimit(Math.min(model.tokenizer().size(), vocabulary()));
    if (ask.checkpointPenalty() && sampling.repetitionPenalty() == 1) {
      sampling = sampling.withRepetitionPenalty(model.generation().repetitionPenalty());
    }
    boolean promptCounts = backbone.config().family() == Family.QWEN2_5_VL;
    int[] present = promptCounts ? penalised(prompt) : new int[0];
    return new Sampler(sampling, present);
  }

  private int vocabulary() {
    return backbone.config().decoder().vocabSize();
  }

  /** Prompt ids as the reference harness counts them: the placeholder is one of them. */
  private int[] penalised(PromptTokens prompt) {
    return Arrays.stream(prompt.ids())
        .map(id -> id == PromptEncoder.PICTURE ? backbone.config().imageTokenId() : id)
        .toArray();
  }

  /** Candidates of the method's first stage, or the patches of the sequence if nothing prunes. */
  private static int unprunedPatches(List<PruningHook.Step> steps, DecoderInput input) {
    return steps.isEmpty()
        ? visualRows(input.layout())
        : steps.get(0).result().trace().candidates();
  }

  private static int visualRows(TokenLayout layout) {
    return (int)
        Arrays.stream(layout.kinds())
            .filter(k -> k == TokenKind.PATCH || k == TokenKind.MERGED || k == TokenKind.CLASS)
            .count();
  }
}
