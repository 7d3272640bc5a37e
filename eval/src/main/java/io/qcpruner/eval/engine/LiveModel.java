package io.qcpruner.eval.engine;

import io.qcpruner.checkpoint.weights.FolderDigest;
import io.qcpruner.core.layout.TokenKind;
import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.core.prune.Settings;
import io.qcpruner.core.prune.Stage;
import io.qcpruner.core.utility.Utility;
import io.qcpruner.eval.cost.PrefillFlops;
import io.qcpruner.eval.run.Answer;
import io.qcpruner.eval.run.EvalModel;
import io.qcpruner.eval.run.ModelCard;
import io.qcpruner.eval.task.Sample;
import io.qcpruner.media.video.FrameSampling;
import io.qcpruner.model.Ask;
import io.qcpruner.model.EncodedVisual;
import io.qcpruner.model.Reply;
import io.qcpruner.model.VisionLanguageModel;
import io.qcpruner.model.prune.StageClock.Part;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;

/** A model of this project under evaluation. */
public final class LiveModel implements EvalModel {

  /** Parts of a request that make up the paper's "LLM prefill": the hook counts, anchors do not. */
  private static final List<Part> PREFILL =
      List.of(Part.PREFILL_BEFORE, Part.CUES, Part.AFFINITY, Part.SELECTION, Part.PREFILL_AFTER);

  private final VisionLanguageModel model;
  private final ModelCard card;
  private final SampleMedia samples;
  private final boolean sharing;

  /**
   * @param model closed with this
   * @param name as the user named it
   * @param folder the checkpoint, for its checksum
   * @param sharing whether methods that prune inside the decoder share the layers before their
   *     hooks with the other settings of a sample; its time is counted for each of them
   */
  public LiveModel(
      VisionLanguageModel model, String name, Path folder, FrameSampling sampling, boolean sharing)
      throws IOException {
    this.model = model;
    this.samples = new SampleMedia(model, sampling);
    this.sharing = sharing;
    var spec = model.backbone().spec();
    this.card =
        new ModelCard(
            name,
            spec.family().id(),
            FolderDigest.of(folder),
            PrefillFlops.of(spec.config().decoder()));
  }

  @Override
  public ModelCard card() {
    return card;
  }

  @Override
  public void require(List<MethodSpec> all) {
    all.forEach(model::require);
    model.expect(all);
  }

  @Override
  public Settings inForce(MethodSpec setting) {
    return model.method(setting).settings();
  }

  /** Methods that prune after some layers continue a prompt that already went through them. */
  @Override
  public List<MethodSpec> inSharingOrder(List<MethodSpec> settings) {
    if (!sharing) {
      return settings;
    }
    Map<MethodSpec, Integer> hooks = new HashMap<>(); // each made once, not once per comparison
    settings.forEach(setting -> hooks.computeIfAbsent(setting, this::firstHook));
    return settings.stream().sorted(Comparator.comparingInt(hooks::get)).toList();
  }

  private int firstHook(MethodSpec setting) {
    if (setting.isFull()) {
      return Integer.MAX_VALUE;
    }
    return model.method(setting).stages().stream()
        .mapToInt(stage -> stage instanceof Stage.AfterLayer after ? after.layer() : -1)
        .min()
        .orElse(-1);
  }

  @Override
  public Loaded load(Sample sample) throws IOException {
    EncodedVisual visual = samples.see(sample.media());
    if (sharing) {
      visual.reusePrompt();
    }
    return new Loaded() {
      @Override
      public Answer answer(MethodSpec setting, int maxNewTokens, BooleanSupplier cancelled) {
        Ask ask = samples.question(sample).withMaxNewTokens(maxNewTokens).withCancelled(cancelled);
        PeakMemory.restart();
        return LiveModel.answer(model.ask(visual, ask.with(setting)));
      }

      @Override
      public List<Utility> cues() {
        List<Utility> layers = model.cues(visual, samples.question(sample)).layers();
        return layers.subList(0, layers.size() - 1); // nothing follows the last layer
      }

      @Override
      public void close() {
        visual.close();
      }
    };
  }

  private static Answer answer(Reply reply) {
    int newTokens = reply.generation().ids().length;
    Map<String, Double> ms = new TreeMap<>();
    for (Part part : Part.values()) {
      ms.put(part.name().toLowerCase(Locale.ROOT), reply.clock().millis(part));
    }
    ms.put("prefill", PREFILL.stream().mapToDouble(reply.clock()::millis).sum());
    for (String shared : List.of("prefill", Part.PREFILL_BEFORE.name().toLowerCase(Locale.ROOT))) {
      ms.merge(shared, reply.prefix().savedMillis(), Double::sum);
    }
    // as in the paper's table
    ms.put("decode_per_token", reply.clock().millis(Part.DECODE) / Math.max(1, newTokens));
    List<String> anchors =
        reply
            .anchors()
            .map(a -> a.keywords().stream().map(k -> k.word()).toList())
            .orElse(List.of());
    return new Answer(
        reply.text().strip(),
        newTokens,
        reply.generation().reason().name().toLowerCase(Locale.ROOT),
        reply.visualTokens(),
        reply.keptTokens(),
        Arrays.stream(reply.rowsPerLayer()).mapToInt(Math::toIntExact).toArray(),
        structuralRows(reply),
        ms,
        anchors,
        PeakMemory.bytes());
  }

  /** Rows of the picture that are not patches; pruning leaves them, so the survivors have all. */
  private static int structuralRows(Reply reply) {
    return (int)
        Arrays.stream(reply.survivors().kinds())
            .filter(kind -> kind == TokenKind.NEWLINE || kind == TokenKind.VISION_MARK)
            .count();
  }

  @Override
  public void close() {
    model.close();
  }
}
