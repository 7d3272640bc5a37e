package io.qcpruner.model.internal.measure;

import io.qcpruner.media.Detail;
import io.qcpruner.media.PictureSettings;
import io.qcpruner.media.RgbImage;
import io.qcpruner.model.Ask;
import io.qcpruner.model.EncodedVisual;
import io.qcpruner.model.ModelFolders;
import io.qcpruner.model.PipelineObserver;
import io.qcpruner.model.Prefilled;
import io.qcpruner.model.Prompt;
import io.qcpruner.model.Reply;
import io.qcpruner.model.VisionLanguageModel;
import io.qcpruner.model.generate.GenerationSettings;
import io.qcpruner.model.nn.Placement;
import io.qcpruner.model.nn.Scopes;
import io.qcpruner.model.nn.Tensors;
import io.qcpruner.model.nn.WeightKind;
import io.qcpruner.model.nn.Workspace;
import io.qcpruner.model.prune.StageClock;
import io.qcpruner.model.prune.StageClock.Part;
import io.qcpruner.text.PromptEncoder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.bytedeco.pytorch.Tensor;

/** A model opened for measuring: the same request again and again. */
public final class ModelBench implements AutoCloseable {
  /** Ids of the prompt around the picture, as many as the evaluation prompt of LLaVA-1.5 has. */
  private static final int PREFIX = 35;

  private static final int SUFFIX = 27;
  private static final RgbImage PICTURE = RgbImage.filled(640, 480, 200, 30, 60);

  private final VisionLanguageModel model;
  private final PictureSettings settings;
  private final double loadSeconds;
  private int promptRows;

  private ModelBench(VisionLanguageModel model, PictureSettings settings, double loadSeconds) {
    this.model = model;
    this.settings = settings;
    this.loadSeconds = loadSeconds;
  }

  public static ModelBench open(Path folder, WeightKind weights) throws IOException {
    return open(folder, weights, Detail.AUTO);
  }

  /**
   * @param detail of the picture that is looked at
   */
  public static ModelBench open(Path folder, WeightKind weights, Detail detail) throws IOException {
    long start = System.nanoTime();
    VisionLanguageModel model =
        VisionLanguageModel.open(ModelFolders.of(folder), Placement.cpu(), weights);
    return new ModelBench(model, PictureSettings.of(detail), (System.nanoTime() - start) / 1e9);
  }

  public double loadSeconds() {
    return loadSeconds;
  }

  public long peakResidentBytes() {
    return ResidentMemory.peakBytes();
  }

  /** Rows of the assembled prompt; 0 before the first round. */
  public int promptRows() {
    return promptRows;
  }

  /** One request that generates a fixed number of tokens. */
  public Round round(int tokens) throws IOException {
    try (EncodedVisual picture = model.encode(PICTURE, settings)) {
      GenerationSettings generation =
          GenerationSettings.DEFAULT.withIgnoreStopIds(true).withMaxNewTokens(tokens + 1);
      Reply reply = model.ask(picture, Ask.of(prompt()).with(generation));
      promptRows = reply.promptTokens();
      StageClock clock = reply.clock();
      // the first token comes with the prompt's logits, so as many steps as tokens are measured
      return new Round(
          clock.millis(Part.TOWER),
          clock.millis(Part.PREFILL_BEFORE),
          clock.millis(Part.DECODE) / tokens,
          clock.processorMillis(Part.TOWER),
          clock.processorMillis(Part.PREFILL_BEFORE),
          clock.processorMillis(Part.DECODE) / tokens);
    }
  }

  /** Logits of the last prompt row, to compare weights in another form. */
  public float[] logits() throws IOException {
    try (EncodedVisual picture = model.encode(PICTURE, settings)) {
      LastLogits observer = new LastLogits();
      model.ask(List.of(picture), Ask.of(prompt()).withMaxNewTokens(0), observer);
      return observer.logits;
    }
  }

  private Prompt prompt() {
    int[] ids =
        IntStream.range(0, PREFIX + 1 + SUFFIX)
            .map(i -> i == PREFIX ? PromptEncoder.PICTURE : BenchPrompt.textId(model, 1 + i))
            .toArray();
    return new Prompt.Ids(ids, new int[0]);
  }

  /** Takes the logits of the last row. */
  private final class LastLogits implements PipelineObserver {
    private float[] logits;

    @Override
    public void afterPrefill(Prefilled prompt, Tensor hidden) {
      logits =
          Scopes.compute(
              () -> {
                try (Workspace workspace = new Workspace(model.backbone().decoder().placement())) {
                  Tensor last = hidden.narrow(1, hidden.size(1) - 1, 1);
                  return Tensors.toFloats(
                      model.backbone().decoder().logits(last, workspace).flatten());
                }
              });
    }
  }

  @Override
  public void close() {
    model.close();
  }
}
