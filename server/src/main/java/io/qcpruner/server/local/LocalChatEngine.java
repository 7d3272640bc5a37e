package io.qcpruner.server.local;

import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.core.method.UnsupportedMethodException;
import io.qcpruner.core.prune.PruningRefusedException;
import io.qcpruner.core.prune.Stage;
import io.qcpruner.model.AnswerVariant;
import io.qcpruner.model.Ask;
import io.qcpruner.model.EncodedVisual;
import io.qcpruner.model.Engine;
import io.qcpruner.model.MethodDescription;
import io.qcpruner.model.PipelineObserver;
import io.qcpruner.model.Prefilled;
import io.qcpruner.model.PromptTooLongException;
import io.qcpruner.model.Reply;
import io.qcpruner.model.VisionLanguageModel;
import io.qcpruner.model.generate.FinishReason;
import io.qcpruner.model.generate.PieceTrimmer;
import io.qcpruner.model.generate.SamplingSettings;
import io.qcpruner.model.generate.TokenScore;
import io.qcpruner.model.nn.Cancellation;
import io.qcpruner.model.prune.StageClock;
import io.qcpruner.model.prune.StageClock.Part;
import io.qcpruner.server.chat.AnswerListener;
import io.qcpruner.server.chat.CacheCounts;
import io.qcpruner.server.chat.ChatAnswer;
import io.qcpruner.server.chat.ChatChoice;
import io.qcpruner.server.chat.ChatEngine;
import io.qcpruner.server.chat.ChatRequest;
import io.qcpruner.server.chat.ChatTurn;
import io.qcpruner.server.chat.ExplainLevel;
import io.qcpruner.server.chat.Explanation.KeywordUtility;
import io.qcpruner.server.chat.ModelInfo;
import io.qcpruner.server.chat.PruningFacts;
import io.qcpruner.server.chat.TokenChance;
import io.qcpruner.server.error.ErrorCode;
import io.qcpruner.server.error.RequestException;
import io.qcpruner.text.ChatRefusedException;
import io.qcpruner.text.Conversation;
import io.qcpruner.text.Turn;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.logging.Logger;

/** Answers with a model in this process. */
public final class LocalChatEngine implements ChatEngine {
  private static final Logger LOG = Logger.getLogger(LocalChatEngine.class.getName());

  private final VisionLanguageModel model;
  private final LocalSettings settings;
  private final VisualStore visuals;
  private final AtomicBoolean changeIsLogged = new AtomicBoolean();

  public LocalChatEngine(VisionLanguageModel model, LocalSettings settings) {
    this.model = model;
    this.settings = settings;
    this.visuals = new VisualStore(model, settings);
  }

  @Override
  public ModelInfo info() {
    return new ModelInfo(
        settings.id(),
        model.facts().label().toLowerCase(Locale.ROOT),
        model.facts().nominalPatches(),
        model.backbone().config().maxPromptRows(),
        settings.checksum(),
        settings.weights(),
        model.backbone().spec().maxVisuals(),
        model.backbone().spec().preparer().takesClips(),
        settings.recommended(),
        settings.note());
  }

  @Override
  public List<MethodDescription> methods() {
    return MethodDescription.all(model.facts());
  }

  /** Weights that were cut or replaced are not read: that could end the process. */
  @Override
  public void requireUsable() throws RequestException {
    try {
      model.requireUnchanged();
    } catch (UncheckedIOException e) {
      if (!changeIsLogged.getAndSet(true)) {
        LOG.severe(e.getMessage());
      }
      throw new RequestException(
          ErrorCode.MODEL_CHANGED,
          "The model's files were changed under this server; it has to be started again.");
    }
  }

  @Override
  public void check(MethodSpec method) throws RequestException {
    try {
      model.require(method);
    } catch (PruningRefusedException e) {
      throw refused(e);
    }
  }

  private static RequestException refused(PruningRefusedException e) {
    return new RequestException(
        e instanceof UnsupportedMethodException
            ? ErrorCode.UNSUPPORTED_METHOD
            : ErrorCode.INVALID_PRUNING,
        "pruning",
        e.getMessage());
  }

  @Override
  public ChatAnswer answer(
      ChatRequest request, String client, BooleanSupplier cancelled, AnswerListener listener)
      throws RequestException {
    requireUsable();
    check(request.method());
    try (VisualStore.Leases seen = visuals.look(request, client, new Cancellation(cancelled))) {
      return answer(request, seen, cancelled, listener);
    }
  }

  private ChatAnswer answer(
      ChatRequest request,
      VisualStore.Leases seen,
      BooleanSupplier cancelled,
      AnswerListener listener)
      throws RequestException {
    List<ChoiceInProgress> made = new ArrayList<>();
    for (int choice = 0; choice < request.choices(); choice++) {
      made.add(new ChoiceInProgress(choice, listener));
    }
    SamplingSettings sampling = request.generation().sampling();
    Ask ask =
        Ask.of(conversation(request))
            .with(request.method())
            .with(request.generation())
            .withCancelled(cancelled);
    Watch watch;
    List<Reply> replies;
    try {
      watch = new Watch(request, seen.visuals(), keywords(request, ask, seen.visuals()), listener);
      replies =
          model.ask(
              seen.visuals(),
              ask,
              made.stream()
                  .map(c -> c.variant(sampling.withSeed(sampling.seed() + c.number)))
                  .toList(),
              watch);
    } catch (PruningRefusedException e) {
      throw refused(e);
    } catch (ChatRefusedException e) {
      throw new RequestException(
          ErrorCode.INVALID_VALUE,
          "messages",
          "The model's chat template refuses this conversation: " + e.getMessage() + ".");
    } catch (PromptTooLongException e) {
      throw new RequestException(
          ErrorCode.CONTEXT_LENGTH_EXCEEDED,
          "messages",
          "The prompt is too long: " + e.getMessage() + ".");
    }
    if (replies.stream().anyMatch(each -> each.finishReason() == FinishReason.CANCELLED)) {
      throw new CancellationException("cancelled");
    }
    Reply first = replies.get(0);
    return new ChatAnswer(
        made.stream().map(choice -> choice.finished(replies.get(choice.number))).toList(),
        first.prefix().rows(),
        watch.facts,
        times(first.clock(), seen),
        settings.visionCache() == 0 && !seen.visuals().isEmpty() ? "off" : seen.outcome());
  }

  /** Passes the pieces of one answer on, with how likely their tokens were. */
  private final class ChoiceInProgress {
    private final int number;
    private final PieceTrimmer pieces;
    private final List<TokenChance> untold = new ArrayList<>();

    private ChoiceInProgress(int number, AnswerListener listener) {
      this.number = number;
      this.pieces =
          new PieceTrimmer(
              text -> {
                listener.piece(number, text, List.copyOf(untold));
                untold.clear();
              });
    }

    private AnswerVariant variant(SamplingSettings sampling) {
      return new AnswerVariant(sampling, pieces, score -> untold.add(chance(score)));
    }

    private ChatChoice finished(Reply reply) {
      return new ChatChoice(
          pieces.text(),
          reply.finishReason(),
          reply.completionTokens(),
          reply.generation().scores().stream().map(LocalChatEngine.this::chance).toList());
    }
  }

  /** What each keyword alone finds, from a prefill of its own; empty if nobody asked for it. */
  private List<KeywordUtility> keywords(ChatRequest request, Ask ask, List<EncodedVisual> seen) {
    if (request.explain() != ExplainLevel.KEYWORDS
        || request.method().isFull()
        || seen.size() != 1
        || !(model.method(request.method()).stages().get(0) instanceof Stage.AfterLayer hook)) {
      return List.of();
    }
    return model.cues(seen.get(0), ask, hook.layer()).keywords().entrySet().stream()
        .map(map -> new KeywordUtility(map.getKey(), map.getValue().utility()))
        .toList();
  }

  private TokenChance chance(TokenScore score) {
    return new TokenChance(
        model.tokenizer().bytes(score.id()),
        score.logprob(),
        score.top().stream().map(this::chance).toList());
  }

  private static Conversation conversation(ChatRequest request) {
    List<Turn> turns = new ArrayList<>();
    for (ChatTurn turn : request.turns()) {
      turns.add(new Turn(turn.media().size(), "", turn.text(), turn.answer()));
    }
    return new Conversation(request.system(), turns);
  }

  /** Tells the listener what pruning did, before the first piece. */
  private final class Watch implements PipelineObserver {
    private final ChatRequest request;
    private final List<EncodedVisual> seen;
    private final List<KeywordUtility> keywords;
    private final AnswerListener listener;
    private PruningFacts facts;

    private Watch(
        ChatRequest request,
        List<EncodedVisual> seen,
        List<KeywordUtility> keywords,
        AnswerListener listener) {
      this.request = request;
      this.seen = seen;
      this.keywords = keywords;
      this.listener = listener;
    }

    @Override
    public void prefilled(Prefilled prompt) {
      facts =
          new PruningFacts(
              request.method(),
              prompt.counts(),
              prompt.steps(),
              seen.stream().map(EncodedVisual::seen).toList(),
              prompt.prompt().anchors(),
              Explanations.of(request.explain(), seen, prompt, keywords));
      listener.prefilled(facts);
    }
  }

  /** What was kept of earlier requests cost this one nothing. */
  private static Map<Part, Double> times(StageClock clock, VisualStore.Leases seen) {
    Map<Part, Double> out = new EnumMap<>(Part.class);
    for (Part part : Part.values()) {
      double earlier =
          seen.looked()
              ? 0
              : seen.visuals().stream().mapToDouble(v -> v.clock().millis(part)).sum();
      out.put(part, Math.max(0, clock.millis(part) - earlier));
    }
    return out;
  }

  @Override
  public void slotStarted(int slots) {
    Engine.useThreads(Math.max(1, Runtime.getRuntime().availableProcessors() / slots));
  }

  @Override
  public CacheCounts cacheCounts() {
    return visuals.counts();
  }

  @Override
  public void close() {
    visuals.clear();
    model.close();
  }
}
