package io.qcpruner.model.measure;

import io.qcpruner.checkpoint.config.DecoderConfig;
import io.qcpruner.checkpoint.synthetic.ModelShape;
import io.qcpruner.checkpoint.weights.NumberType;
import io.qcpruner.media.RgbImage;
import io.qcpruner.model.Ask;
import io.qcpruner.model.EncodedVisual;
import io.qcpruner.model.Prompt;
import io.qcpruner.model.Reply;
import io.qcpruner.model.VisionLanguageModel;
import io.qcpruner.model.backbone.BackboneFamilies;
import io.qcpruner.model.backbone.BackboneSpec;
import io.qcpruner.model.nn.ModuleFactory;
import io.qcpruner.model.nn.Placement;
import io.qcpruner.model.nn.ResourceStack;
import io.qcpruner.model.nn.WeightKind;
import io.qcpruner.model.prune.PruneRequest;
import io.qcpruner.model.prune.StageClock;
import io.qcpruner.model.prune.StageClock.Part;
import io.qcpruner.model.weights.SeededWeights;
import io.qcpruner.model.weights.TypedWeights;
import io.qcpruner.text.PromptEncoder;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The prefill with and without a method: one drawn picture, encoded once, and a prompt as long as
 * the evaluation prompt of LLaVA-1.5, on generated weights.
 */
public final class PruneBench implements AutoCloseable {
  private static final int PREFIX = 35;
  private static final int SUFFIX = 27;

  /** Three question words stand for matched anchors. */
  private static final int[] ANCHORS = {3, 5, 8};

  /** A small vocabulary: the output head of one row is no part of what is measured. */
  private static final int VOCABULARY = 1024;

  private static final List<Part> PREFILL =
      List.of(Part.PREFILL_BEFORE, Part.CUES, Part.AFFINITY, Part.SELECTION, Part.PREFILL_AFTER);

  private final ResourceStack open = new ResourceStack();
  private final VisionLanguageModel model;
  private final EncodedVisual picture;
  private final int patches;

  /** One prefill: its modules, and the rows that each layer saw. */
  public record Pass(StageClock clock, double millis, int[] rowsPerLayer) {}

  public PruneBench(ModelShape shape, WeightKind kind, NumberType type) throws IOException {
    BackboneSpec spec = BackboneFamilies.parse(shape.withDecoder("vocab_size", VOCABULARY).json());
    ModuleFactory modules =
        new ModuleFactory(
            new RepeatedLayers(new TypedWeights(new SeededWeights(), type)), Placement.cpu(), kind);
    this.open.add(modules);
    this.model = open.add(VisionLanguageModel.of(modules.build(() -> spec.build(modules))));
    this.picture = open.add(model.encode(drawn()));
    Reply first = model.ask(picture, ask(new int[] {PREFIX + 1}));
    this.patches = first.promptRows() - PREFIX - SUFFIX;
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
    return pass(ask(anchors()));
  }

  public Pass run(PruneRequest request) {
    return pass(ask(anchors()).with(request));
  }

  private Pass pass(Ask ask) {
    Reply reply = model.ask(picture, ask);
    double millis = PREFILL.stream().mapToDouble(reply.clock()::millis).sum();
    int[] rows = Arrays.stream(reply.rowsPerLayer()).mapToInt(Math::toIntExact).toArray();
    return new Pass(reply.clock(), millis, rows);
  }

  private int[] anchors() {
    return Arrays.stream(ANCHORS).map(a -> PREFIX + patches + a).toArray();
  }

  private static Ask ask(int[] anchorRows) {
    int[] ids =
        IntStream.range(0, PREFIX + 1 + SUFFIX)
            .map(i -> i == PREFIX ? PromptEncoder.PICTURE : 1 + i % 97)
            .toArray();
    return Ask.of(new Prompt.Ids(ids, anchorRows)).withMaxNewTokens(0);
  }

  /** Twelve fields of different colours and textures: patches resemble their neighbours. */
  private static RgbImage drawn() {
    int side = 672;
    byte[] rgb = new byte[3 * side * side];
    for (int y = 0; y < side; y++) {
      for (int x = 0; x < side; x++) {
        int field = y / 224 * 4 + x / 168;
        int texture = (x * (field + 1) / 7 + y * (field + 3) / 5) % 48;
        int at = 3 * (y * side + x);
        rgb[at] = (byte) (field * 20 + texture);
        rgb[at + 1] = (byte) (230 - field * 17 - texture);
        rgb[at + 2] = (byte) (field * field + 2 * texture);
      }
    }
    return new RgbImage(side, side, rgb);
  }

  @Override
  public void close() {
    open.close();
  }
}
