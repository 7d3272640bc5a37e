package io.qcpruner.model.measure;

import io.qcpruner.checkpoint.config.DecoderConfig;
import io.qcpruner.checkpoint.weights.NumberType;
import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.core.layout.TokenLayout;
import io.qcpruner.core.method.Backbone;
import io.qcpruner.core.prune.Budget;
import io.qcpruner.core.prune.Pruner;
import io.qcpruner.model.decoder.BoundaryHook;
import io.qcpruner.model.decoder.DecodeState;
import io.qcpruner.model.decoder.Decoder;
import io.qcpruner.model.decoder.DecoderInput;
import io.qcpruner.model.decoder.Prefill;
import io.qcpruner.model.nn.Parts;
import io.qcpruner.model.nn.Placement;
import io.qcpruner.model.nn.Scopes;
import io.qcpruner.model.nn.Tensors;
import io.qcpruner.model.nn.WeightKind;
import io.qcpruner.model.prune.PruningHook;
import io.qcpruner.model.prune.StageClock;
import io.qcpruner.model.prune.StageClock.Part;
import io.qcpruner.model.weights.SeededWeights;
import io.qcpruner.model.weights.TypedWeights;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * The decoder's prefill with and without a method, on a prompt shaped like LLaVA-1.5's: template,
 * patches whose states resemble their neighbours', question.
 */
public final class PruneBench {
  private static final int PREFIX = 35;
  private static final int SUFFIX = 27;
  private static final int GRID = 24;
  private static final int PATCHES = GRID * GRID;

  /** Three question words stand for matched anchors. */
  private static final int[] ANCHORS = {
    PREFIX + PATCHES + 3, PREFIX + PATCHES + 5, PREFIX + PATCHES + 8
  };

  /** A small vocabulary: the output head of one row is no part of what is measured. */
  private static final int VOCABULARY = 1024;

  private final Decoder decoder;
  private final float[] embeds;

  /** One prefill: its parts, and the rows that each layer saw. */
  public record Pass(StageClock clock, double millis, int[] rowsPerLayer) {}

  public PruneBench(DecoderConfig shape, WeightKind kind, NumberType type) throws WeightsException {
    DecoderConfig config =
        new DecoderConfig(
            shape.hiddenSize(),
            shape.intermediateSize(),
            shape.layers(),
            shape.heads(),
            shape.kvHeads(),
            shape.headDim(),
            VOCABULARY,
            shape.rmsEps(),
            shape.ropeTheta(),
            new int[0],
            shape.qkvBias(),
            false,
            shape.maxPositions());
    Parts parts =
        new Parts(
            new RepeatedLayers(new TypedWeights(new SeededWeights(), type)), Placement.cpu(), kind);
    this.decoder = new Decoder(config, parts);
    this.embeds = embeds(config.hiddenSize());
  }

  public DecoderConfig config() {
    return decoder.config();
  }

  /** What methods need to know to be made for this decoder. */
  public Backbone facts() {
    return new Backbone(Backbone.Kind.LLAVA_1_5, decoder.config().layers(), PATCHES, false, false);
  }

  public int patches() {
    return PATCHES;
  }

  /** One prefill; a null method prunes nothing. */
  public Pass run(Pruner pruner, Budget budget) {
    return Scopes.compute(() -> measured(pruner, budget));
  }

  private Pass measured(Pruner pruner, Budget budget) {
    StageClock clock = new StageClock();
    DecoderInput input = input();
    PruningHook hook =
        pruner == null
            ? null
            : new PruningHook(pruner, budget, decoder, null, ANCHORS, true, clock);
    List<BoundaryHook> hooks = hook == null ? List.of() : List.of(hook);
    try (DecodeState state = new DecodeState(decoder)) {
      long start = System.nanoTime();
      try (Prefill prefill = new Prefill(decoder, state, input, hooks)) {
        Tensors.toFloats(prefill.run().lastLogits());
      }
      long end = System.nanoTime();
      long first = hook == null ? end : hook.firstVisit(end);
      clock.add(Part.PREFILL_BEFORE, first - start);
      clock.add(Part.PREFILL_AFTER, end - first - (hook == null ? 0 : hook.visitNanos()));
      int[] rows = Arrays.stream(state.cacheLengths()).mapToInt(Math::toIntExact).toArray();
      return new Pass(clock, (end - start) / 1e6, rows);
    }
  }

  private DecoderInput input() {
    TokenLayout layout = TokenLayout.simple(PREFIX, PATCHES, GRID, SUFFIX);
    int n = layout.size();
    int[] ids = IntStream.range(0, n).map(i -> layout.groups()[i] < 0 ? 1 + i % 97 : -1).toArray();
    long[][] positions = {LongStream.range(0, n).toArray()};
    long width = decoder.config().hiddenSize();
    return new DecoderInput(
        Tensors.ofFloats(embeds, decoder.placement(), 1, n, width), ids, layout, positions, n);
  }

  /**
   * Text rows are noise; patch rows are blends of a few directions that vary slowly on the grid.
   */
  private static float[] embeds(int width) {
    int n = PREFIX + PATCHES + SUFFIX;
    Random random = new Random(7);
    int kinds = 12;
    float[][] directions = new float[kinds][width];
    for (float[] direction : directions) {
      for (int i = 0; i < width; i++) {
        direction[i] = (float) random.nextGaussian();
      }
    }
    float[] out = new float[n * width];
    for (int r = 0; r < n; r++) {
      int patch = r - PREFIX;
      boolean visual = patch >= 0 && patch < PATCHES;
      double place = visual ? (patch / GRID / 6 * 4 + patch % GRID / 6) % kinds : 0;
      for (int i = 0; i < width; i++) {
        float noise = 0.3f * (float) random.nextGaussian();
        out[r * width + i] = 0.05f * (visual ? directions[(int) place][i] + noise : noise * 3);
      }
    }
    return out;
  }
}
