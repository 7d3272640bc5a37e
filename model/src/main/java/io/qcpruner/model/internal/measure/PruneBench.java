package io.qcpruner.model.internal.measure;

import io.qcpruner.checkpoint.config.DecoderConfig;
import io.qcpruner.checkpoint.synthetic.ModelShape;
import io.qcpruner.checkpoint.weights.NumberType;
import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.model.Ask;
import io.qcpruner.model.EncodedVisual;
import io.qcpruner.model.Reply;
import io.qcpruner.model.VisionLanguageModel;
import io.qcpruner.model.backbone.BackboneFamilies;
import io.qcpruner.model.backbone.BackboneSpec;
import io.qcpruner.model.nn.ModuleFactory;
import io.qcpruner.model.nn.Placement;
import io.qcpruner.model.nn.ResourceStack;
import io.qcpruner.model.nn.WeightKind;
import io.qcpruner.model.prune.StageClock;
import io.qcpruner.model.prune.StageClock.Part;
import io.qcpruner.model.weights.SeededWeights;
import io.qcpruner.model.weights.TypedWeights;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/**
 * The prefill with and without a method: one drawn picture, encoded once, and a prompt as long as
 * the evaluation prompt of LLaVA-1.5, on generated weights.
 */
public final class PruneBench implements AutoCloseable {
  /** A small vocabulary: the output head of one row is not part of what is measured. */
  private static final int VOCABULARY = 1024;

  private static final List<Part> PREFILL =
      List.of(Part.PREFILL_BEFORE, Part.CUES, Part.AFFINITY, Part.SELECTION, Part.PREFILL_AFTER);

  private final ResourceStack open = new ResourceStack();
  private final VisionLanguageModel model;
  private final EncodedVisual picture;
  private final int patches;

  /** One prefill: its parts, and the rows that each layer saw. */
  public record Pass(StageClock clock, double millis, int[] rowsPerLayer) {}

  public PruneBench(ModelShape shape, WeightKind kind, NumberType type) throws IOException {
    BackboneSpec spec = BackboneFamilies.parse(shape.withDecoder("vocab_size", VOCABULARY).json());
    ModuleFactory modules =
        new ModuleFactory(
            new RepeatedLayers(new TypedWeights(new SeededWeights(), type)), Placement.cpu(), kind);
    this.open.add(modules);
    this.model = open.add(VisionLanguageModel.of(modules.build(() -> spec.build(modules))));
    this.picture = open.add(model.encode(BenchPrompt.picture()));
    this.patches = BenchPrompt.patches(model, picture);
  }

  public DecoderConfig config() {
    return model.backbone().config().decoder();
  }

  /** Makes the methods that are measured. */
  public VisionLanguageModel model() {
    return model;
  }

  /** Visual rows of the unpruned prompt, newlines included. */
  public int patches() {
    return patches;
  }

  /** One prefill without pruning. */
  public Pass run() {
    return pass(BenchPrompt.ask(model, 0, patches));
  }

  public Pass run(MethodSpec method) {
    return pass(BenchPrompt.ask(model, 0, patches).with(method));
  }

  private Pass pass(Ask ask) {
    Reply reply = model.ask(picture, ask);
    double millis = PREFILL.stream().mapToDouble(reply.clock()::millis).sum();
    int[] rows = Arrays.stream(reply.rowsPerLayer()).mapToInt(Math::toIntExact).toArray();
    return new Pass(reply.clock(), millis, rows);
  }

  /**
   * Wall time of several questions about one picture, tower included.
   *
   * @param method {@link MethodSpec#FULL} for the unpruned model
   * @param reused one run of the tower and one of the picture's rows in the first layers for all;
   *     otherwise every question starts from the pixels
   */
  public double questions(int count, MethodSpec method, boolean reused) throws IOException {
    long start = System.nanoTime();
    EncodedVisual seen = model.encode(BenchPrompt.picture());
    try {
      for (int q = 0; q < count; q++) {
        if (reused) {
          seen.reusePrefix();
        } else if (q > 0) {
          seen.close();
          seen = model.encode(BenchPrompt.picture());
        }
        model.ask(seen, BenchPrompt.ask(model, q, patches).with(method));
      }
    } finally {
      seen.close();
    }
    return (System.nanoTime() - start) / 1e6;
  }

  @Override
  public void close() {
    open.close();
  }
}
