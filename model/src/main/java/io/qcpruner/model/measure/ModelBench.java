package io.qcpruner.model.measure;

import io.qcpruner.checkpoint.config.Family;
import io.qcpruner.core.signal.VisionLayout.Picture;
import io.qcpruner.media.MediaException;
import io.qcpruner.media.RgbImage;
import io.qcpruner.media.prep.QwenPreprocessor;
import io.qcpruner.model.VisualPreparer;
import io.qcpruner.model.backbone.Backbone;
import io.qcpruner.model.backbone.Backbones;
import io.qcpruner.model.backbone.PromptTokens;
import io.qcpruner.model.backbone.Visual;
import io.qcpruner.model.backbone.VisualRows;
import io.qcpruner.model.decoder.DecodeState;
import io.qcpruner.model.decoder.DecodeStep;
import io.qcpruner.model.decoder.DecoderInput;
import io.qcpruner.model.decoder.Prefill;
import io.qcpruner.model.nn.Parts;
import io.qcpruner.model.nn.Placement;
import io.qcpruner.model.nn.ResourceStack;
import io.qcpruner.model.nn.Scopes;
import io.qcpruner.model.nn.Tensors;
import io.qcpruner.model.nn.WeightKind;
import io.qcpruner.model.nn.Workspace;
import io.qcpruner.model.weights.Checkpoint;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

/** A model opened for measuring: the same request again and again. */
public final class ModelBench implements AutoCloseable {
  /** Ids of the prompt around the picture, as many as the evaluation prompt of LLaVA-1.5 has. */
  private static final int PREFIX = 35;

  private static final int SUFFIX = 27;

  private final ResourceStack open;
  private final Backbone backbone;
  private final double loadSeconds;
  private final Visual visual;
  private int promptRows;

  private ModelBench(ResourceStack open, Backbone backbone, double loadSeconds, Visual visual) {
    this.open = open;
    this.backbone = backbone;
    this.loadSeconds = loadSeconds;
    this.visual = visual;
  }

  public static ModelBench open(Path folder, WeightKind weights) throws IOException {
    Stopwatch watch = new Stopwatch();
    ResourceStack open = new ResourceStack();
    try {
      Checkpoint checkpoint = open.add(Checkpoint.open(folder));
      Parts parts = open.add(new Parts(checkpoint, Placement.cpu(), weights));
      Backbone backbone = parts.build(() -> Backbones.of(checkpoint.config(), parts));
      double seconds = watch.lap()[0] / 1e3;
      return new ModelBench(open, backbone, seconds, picture(backbone));
    } catch (IOException | RuntimeException e) {
      open.closeAfter(e);
      throw e;
    }
  }

  private static Visual picture(Backbone backbone) throws MediaException {
    RgbImage image = RgbImage.filled(640, 480, 200, 30, 60);
    if (backbone.config().family() == Family.QWEN2_5_VL) {
      QwenPreprocessor.Patches patches = QwenPreprocessor.fixed1008().apply(image);
      return new Visual.Patches(patches, 0, Picture.UNKNOWN);
    }
    return new VisualPreparer(backbone.config()).picture(image);
  }

  public double loadSeconds() {
    return loadSeconds;
  }

  public long peakResidentBytes() {
    return Stopwatch.peakResidentBytes();
  }

  /** Rows of the assembled prompt; 0 before the first round. */
  public int promptRows() {
    return promptRows;
  }

  /** One request that generates a fixed number of tokens. */
  public Round round(int tokens) {
    return Scopes.compute(
        () -> {
          try (DecodeState state = new DecodeState(backbone.decoder())) {
            Stopwatch watch = new Stopwatch();
            DecoderInput input = assemble(state.workspace());
            double[] vision = watch.lap();
            prefill(state, input);
            double[] prefill = watch.lap();
            DecodeStep step = new DecodeStep(backbone.decoder(), state);
            for (int i = 0; i < tokens; i++) {
              Scopes.run(() -> Tensors.toFloats(step.run(5)));
            }
            double[] decode = watch.lap();
            return new Round(
                vision[0],
                prefill[0],
                decode[0] / tokens,
                vision[1],
                prefill[1],
                decode[1] / tokens);
          }
        });
  }

  /** Logits of the last prompt row, to compare weights in another form. */
  public float[] logits() {
    return Scopes.compute(
        () -> {
          try (DecodeState state = new DecodeState(backbone.decoder())) {
            return prefill(state, assemble(state.workspace()));
          }
        });
  }

  private DecoderInput assemble(Workspace workspace) {
    VisualRows rows = backbone.rows(backbone.encode(visual, false, workspace), workspace);
    int[] ids =
        IntStream.range(0, PREFIX + 1 + SUFFIX)
            .map(i -> i == PREFIX ? PromptTokens.MARKER : 1 + i)
            .toArray();
    DecoderInput input = backbone.assemble(PromptTokens.raw(ids), List.of(rows));
    promptRows = input.rows();
    return input;
  }

  private float[] prefill(DecodeState state, DecoderInput input) {
    try (Prefill prefill = new Prefill(backbone.decoder(), state, input, List.of())) {
      return Tensors.toFloats(prefill.run().lastLogits());
    }
  }

  @Override
  public void close() {
    open.close();
  }
}
