package io.qcpruner.server.local;

import io.qcpruner.checkpoint.config.DecoderConfig;
import io.qcpruner.model.Ask;
import io.qcpruner.model.EncodedVisual;
import io.qcpruner.model.Engine;
import io.qcpruner.model.PipelineObserver;
import io.qcpruner.model.Prefilled;
import io.qcpruner.model.PromptTooLongException;
import io.qcpruner.model.Reply;
import io.qcpruner.model.VisionLanguageModel;
import io.qcpruner.model.generate.FinishReason;
import io.qcpruner.model.generate.GenerationSettings;
import io.qcpruner.model.generate.PieceTrimmer;
import io.qcpruner.model.generate.SamplingSettings;
import io.qcpruner.model.nn.Cancellation;
import io.qcpruner.model.prune.PruneRequest;
import io.qcpruner.model.prune.StageClock;
import io.qcpruner.server.chat.AnswerListener;
import io.qcpruner.server.chat.CacheCounts;
import io.qcpruner.server.chat.ChatAnswer;
import io.qcpruner.server.chat.ChatEngine;
import io.qcpruner.server.chat.ChatRequest;
import io.qcpruner.server.chat.ChatTurn;
import io.qcpruner.server.chat.MethodInfo;
import io.qcpruner.server.chat.ModelInfo;
import io.qcpruner.server.chat.PruningChoice;
import io.qcpruner.server.chat.PruningFacts;
import io.qcpruner.server.chat.SamplingChoice;
import io.qcpruner.server.error.ErrorCode;
import io.qcpruner.server.error.RequestException;
import io.qcpruner.text.Conversation;
import io.qcpruner.text.Turn;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.logging.Logger;

/** Answers with a model in this process. */
public final class LocalChatEngine implements ChatEngine {
  private static final int FLOAT_BYTES = 4;

  private static final Logger LOG = Logger.getLogger(LocalChatEngine.class.getName());

  private final VisionLanguageModel model;
  private final LocalSettings settings;
  private final PruneChoices choices;
  private final VisualStore visuals;
  private final AtomicBoolean changeIsLogged = new AtomicBoolean();

  public LocalChatEngine(VisionLanguageModel model, LocalSettings settings) {
    this.model = model;
    this.settings = settings;
    this.choices = new PruneChoices(model);
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
  public List<MethodInfo> methods() {
    return choices.methods();
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
  public void check(PruningChoice pruning) throws RequestException {
    choices.request(pruning);
  }

  @Override
  public ChatAnswer answer(
      ChatRequest request, String client, BooleanSupplier cancelled, AnswerListener listener)
      throws RequestException {
    requireUsable();
    Optional<PruneRequest> pruning = choices.request(request.pruning());
    try (VisualStore.Leases seen = visuals.look(request, client, new Cancellation(cancelled))) {
      return answer(request, pruning, seen, cancelled, listener);
    }
  }

  private ChatAnswer answer(
      ChatRequest request,
      Optional<PruneRequest> pruning,
      VisualStore.Leases seen,
      BooleanSupplier cancelled,
      AnswerListener listener)
      throws RequestException {
    PieceTrimmer pieces = new PieceTrimmer(listener::piece);
    Ask ask =
        Ask.of(conversation(request))
            .with(request.pruning().anchors())
            .with(generation(request))
            .withListener(pieces)
            .withCancelled(cancelled);
    if (pruning.isPresent()) {
      ask = ask.with(pruning.get());
    }
    Watch watch = new Watch(request, seen.visuals(), listener);
    Reply reply;
    try {
      reply = model.ask(seen.visuals(), ask, watch);
    } catch (PromptTooLongException e) {
      throw new RequestException(
          ErrorCode.CONTEXT_LENGTH_EXCEEDED,
          "messages",
          "The prompt is too long: " + e.getMessage() + ".");
    }
    if (reply.generation().reason() == FinishReason.CANCELLED) {
      throw new CancellationException("cancelled");
    }
    return new ChatAnswer(
        pieces.text(),
        reply.generation().reason() == FinishReason.STOP
            ? ChatAnswer.Finish.STOP
            : ChatAnswer.Finish.LENGTH,
        watch.promptRows,
        watch.facts.total(),
        reply.generation().ids().length,
        reply.prefix().rows(),
        watch.facts,
        times(reply.clock(), seen),
        settings.visionCache() == 0 && !seen.visuals().isEmpty() ? "off" : seen.outcome());
  }

  private static Conversation conversation(ChatRequest request) {
    List<Turn> turns = new ArrayList<>();
    for (ChatTurn turn : request.turns()) {
      turns.add(new Turn(turn.media().size(), "", turn.text(), turn.answer()));
    }
    return new Conversation(request.system(), turns);
  }

  private GenerationSettings generation(ChatRequest request) {
    SamplingChoice sampling = request.sampling();
    return GenerationSettings.DEFAULT
        .with(
            new SamplingSettings(
                sampling.temperature(),
                sampling.topP(),
                sampling.seed(),
                sampling.repetitionPenalty().orElse(1),
                0))
        .withCheckpointPenalty(sampling.repetitionPenalty().isEmpty())
        .withMaxNewTokens(request.maxTokens())
        .withStopStrings(request.stop());
  }

  /** Tells the listener what pruning did, before the first piece. */
  private final class Watch implements PipelineObserver {
    private final ChatRequest request;
    private final List<EncodedVisual> seen;
    private final AnswerListener listener;
    private PruningFacts facts;
    private int promptRows;

    private Watch(ChatRequest request, List<EncodedVisual> seen, AnswerListener listener) {
      this.request = request;
      this.seen = seen;
      this.listener = listener;
    }

    @Override
    public void prefilled(Prefilled prompt) {
      PromptFacts found = new PromptFacts(request, seen, prompt);
      DecoderConfig decoder = model.backbone().config().decoder();
      promptRows = found.promptRows();
      facts = found.facts(2L * decoder.kvHeads() * decoder.headDim() * FLOAT_BYTES);
      listener.prefilled(facts);
    }
  }

  /** What was kept of earlier requests cost this one nothing. */
  private static List<ChatAnswer.StageTime> times(StageClock clock, VisualStore.Leases seen) {
    double[] earlier = new double[StageClock.Part.values().length];
    if (!seen.looked()) {
      for (EncodedVisual visual : seen.visuals()) {
        for (StageClock.Part part : StageClock.Part.values()) {
          earlier[part.ordinal()] += visual.clock().millis(part);
        }
      }
    }
    List<ChatAnswer.StageTime> out = new ArrayList<>();
    for (StageClock.Part part : StageClock.Part.values()) {
      double millis = Math.max(0, clock.millis(part) - earlier[part.ordinal()]);
      out.add(new ChatAnswer.StageTime(part.name().toLowerCase(Locale.ROOT), millis));
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
