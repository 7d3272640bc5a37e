package io.qcpruner.server.local;

import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.core.method.Methods;
import io.qcpruner.core.method.PruningMethod;
import io.qcpruner.core.prune.Budgets;
import io.qcpruner.core.prune.Settings;
import io.qcpruner.model.Ask;
import io.qcpruner.model.EncodedVisual;
import io.qcpruner.model.Engine;
import io.qcpruner.model.Reply;
import io.qcpruner.model.VisionLanguageModel;
import io.qcpruner.model.generate.FinishReason;
import io.qcpruner.model.generate.GenerationSettings;
import io.qcpruner.model.generate.SamplingSettings;
import io.qcpruner.model.prune.PruneRequest;
import io.qcpruner.model.prune.StageClock;
import io.qcpruner.server.cache.SharedCache;
import io.qcpruner.server.chat.AnswerListener;
import io.qcpruner.server.chat.CacheCounts;
import io.qcpruner.server.chat.ChatAnswer;
import io.qcpruner.server.chat.ChatEngine;
import io.qcpruner.server.chat.ChatRequest;
import io.qcpruner.server.chat.Medium;
import io.qcpruner.server.chat.MethodInfo;
import io.qcpruner.server.chat.ModelInfo;
import io.qcpruner.server.chat.PruningChoice;
import io.qcpruner.server.chat.PruningFacts;
import io.qcpruner.server.chat.SamplingChoice;
import io.qcpruner.server.error.ErrorCode;
import io.qcpruner.server.error.RequestException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;

/** Answers with a model in this process. */
public final class LocalEngine implements ChatEngine {
  private final VisionLanguageModel model;
  private final LocalSettings settings;
  private final MediaIntake media;
  private final SharedCache<EncodedVisual> cache;

  public LocalEngine(VisionLanguageModel model, LocalSettings settings) {
    this.model = model;
    this.settings = settings;
    this.media = new MediaIntake(LocalSettings.LIMITS, settings.mediaDomains());
    this.cache = new SharedCache<>(settings.visionCache(), seen -> 4L << 20);
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
        1,
        false,
        settings.recommended());
  }

  @Override
  public List<MethodInfo> methods() {
    List<MethodInfo> out = new ArrayList<>();
    for (PruningMethod entry : Methods.all()) {
      out.add(
          new MethodInfo(
              entry.name(),
              entry.summary(),
              entry.obstacle(model.facts()),
              entry.settings().stream()
                  .map(
                      s ->
                          new MethodInfo.Parameter(
                              s.name(), s.values(), s.help(), s.standardText()))
                  .toList()));
    }
    return out;
  }

  @Override
  public void check(ChatRequest request) throws RequestException {
    pruning(request.pruning());
  }

  private Optional<PruneRequest> pruning(PruningChoice choice) throws RequestException {
    if (choice.isOff()) {
      return Optional.empty();
    }
    if (choice.budget() == null) {
      throw new RequestException(
          ErrorCode.INVALID_PRUNING,
          "pruning.budget",
          "Method " + choice.method() + " needs a budget, such as 64 or 0.25.");
    }
    try {
      return Optional.of(
          new PruneRequest(
              model.method(
                  new MethodSpec(
                      choice.method(),
                      Settings.parse(String.join(",", choice.settings())),
                      Optional.empty())),
              Budgets.parse(choice.budget())));
    } catch (IllegalArgumentException e) {
      throw new RequestException(
          serves(choice.method()) ? ErrorCode.INVALID_PRUNING : ErrorCode.UNSUPPORTED_METHOD,
          "pruning",
          e.getMessage());
    }
  }

  private boolean serves(String method) {
    return Methods.names().contains(method)
        && Methods.named(method).obstacle(model.facts()).isEmpty();
  }

  @Override
  public ChatAnswer answer(
      ChatRequest request, String client, BooleanSupplier cancelled, AnswerListener listener)
      throws RequestException {
    if (request.media().isEmpty()) {
      throw new RequestException(ErrorCode.MISSING_FIELD, "messages", "Send a picture.");
    }
    Medium medium = media.fetched(request.media().get(0));
    try (SharedCache<EncodedVisual>.Lease seen = see(medium, client, request.frames())) {
      return answer(request, seen, cancelled, listener);
    }
  }

  private SharedCache<EncodedVisual>.Lease see(Medium medium, String client, int frames)
      throws RequestException {
    try {
      return cache.get(
          VisionKey.of(settings.checksum(), client, medium, frames), () -> tower(medium));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CancellationException("interrupted");
    }
  }

  private EncodedVisual tower(Medium medium) throws RequestException {
    try {
      return model.encode(media.picture(medium, model.alpha()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private ChatAnswer answer(
      ChatRequest request,
      SharedCache<EncodedVisual>.Lease seen,
      BooleanSupplier cancelled,
      AnswerListener listener)
      throws RequestException {
    SamplingChoice sampling = request.sampling();
    PieceTrimmer pieces = new PieceTrimmer(piece -> {});
    GenerationSettings generation =
        new GenerationSettings(
            new SamplingSettings(
                sampling.temperature(),
                sampling.topP(),
                sampling.seed(),
                sampling.repetitionPenalty().orElse(1),
                0),
            sampling.repetitionPenalty().isEmpty(),
            request.maxTokens(),
            request.stop(),
            false);
    Ask ask =
        new Ask(
            Ask.of(request.question()).prompt(),
            pruning(request.pruning()),
            request.pruning().anchors(),
            generation,
            pieces,
            cancelled);
    Reply reply = model.ask(seen.value(), ask);
    if (reply.generation().reason() == FinishReason.CANCELLED) {
      throw new CancellationException("cancelled");
    }
    PruningFacts facts = ReplyFacts.of(request, seen.value(), reply);
    listener.prefilled(facts);
    if (!pieces.text().isEmpty()) {
      listener.piece(pieces.text());
    }
    return new ChatAnswer(
        pieces.text(),
        reply.generation().reason() == FinishReason.STOP
            ? ChatAnswer.Finish.STOP
            : ChatAnswer.Finish.LENGTH,
        reply.promptRows(),
        reply.visualBefore(),
        reply.generation().ids().length,
        facts,
        times(reply.clock(), seen.outcome() == SharedCache.Outcome.MISS),
        seen.outcome().name().toLowerCase(Locale.ROOT));
  }

  /** A picture that was kept cost this request nothing. */
  private static List<ChatAnswer.StageTime> times(StageClock clock, boolean looked) {
    List<ChatAnswer.StageTime> out = new ArrayList<>();
    for (StageClock.Part part : StageClock.Part.values()) {
      boolean vision = part == StageClock.Part.MEDIA || part == StageClock.Part.TOWER;
      if (vision && !looked) {
        out.add(new ChatAnswer.StageTime(part.name().toLowerCase(Locale.ROOT), 0));
        continue;
      }
      out.add(new ChatAnswer.StageTime(part.name().toLowerCase(Locale.ROOT), clock.millis(part)));
    }
    return out;
  }

  @Override
  public void slotStarted(int slots) {
    Engine.useThreads(Math.max(1, Runtime.getRuntime().availableProcessors() / slots));
  }

  @Override
  public CacheCounts cacheCounts() {
    return cache.counts();
  }

  @Override
  public void close() {
    cache.clear();
    model.close();
  }
}
