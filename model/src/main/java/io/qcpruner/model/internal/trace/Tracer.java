package io.qcpruner.model.internal.trace;

import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.core.prune.PruneTrace;
import io.qcpruner.core.prune.Stage;
import io.qcpruner.media.internal.prep.Pixels;
import io.qcpruner.model.Ask;
import io.qcpruner.model.AssembledPrompt;
import io.qcpruner.model.EncodedVisual;
import io.qcpruner.model.PipelineObserver;
import io.qcpruner.model.Prefilled;
import io.qcpruner.model.VisionLanguageModel;
import io.qcpruner.model.backbone.VisionOutput;
import io.qcpruner.model.decoder.Boundary;
import io.qcpruner.model.decoder.Decoder;
import io.qcpruner.model.decoder.DecoderInput;
import io.qcpruner.model.nn.Scopes;
import io.qcpruner.model.nn.Tensors;
import io.qcpruner.model.nn.Workspace;
import io.qcpruner.model.prune.PruneStep;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;

/** Watches one prompt and records its inner tensors. */
public final class Tracer {
  private final VisionLanguageModel model;
  private final Set<Integer> layers;
  private final boolean allLogits;

  /**
   * @param layers whose output, queries and keys are recorded
   * @param allLogits of every row, not only of the last
   */
  public Tracer(VisionLanguageModel model, Set<Integer> layers, boolean allLogits) {
    int count = model.backbone().config().decoder().layers();
    layers.stream()
        .filter(l -> l < 0 || l >= count)
        .findFirst()
        .ifPresent(
            l -> {
              throw new IllegalArgumentException(
                  "layer " + l + " is not one of the model's layers 0.." + (count - 1));
            });
    this.model = model;
    this.layers = Set.copyOf(layers);
    this.allLogits = allLogits;
  }

  /** Runs the prompt alone; nothing is generated. */
  public TraceFile run(List<EncodedVisual> visuals, Ask ask) {
    TraceFile file = new TraceFile();
    for (int v = 0; v < visuals.size(); v++) {
      record(visuals.get(v), visuals.size() > 1 ? "." + v : "", file);
    }
    Recorder recorder = new Recorder(file, ask.method());
    model.ask(visuals, ask.withMaxNewTokens(0), recorder);
    return file;
  }

  private void record(EncodedVisual visual, String suffix, TraceFile file) {
    Pixels pixels = visual.visual().pixels();
    file.floats(
        "pixel_values" + suffix,
        pixels.data(),
        Arrays.stream(pixels.shape()).asLongStream().toArray());
    VisionOutput output = visual.output();
    file.floats("vision.features" + suffix, output.towerRows());
    Scopes.run(
        () -> {
          try (Workspace workspace = new Workspace(model.backbone().decoder().placement())) {
            file.floats("projected" + suffix, model.backbone().rows(output, workspace).rows());
          }
        });
  }

  /** Copies what the pipeline shows. */
  private final class Recorder implements PipelineObserver {
    private final TraceFile file;
    private final Set<Integer> hooked = new HashSet<>();
    private final Decoder decoder = model.backbone().decoder();

    Recorder(TraceFile file, MethodSpec method) {
      this.file = file;
      List<Stage> stages = method.isFull() ? List.of() : model.method(method).stages();
      stages.stream().filter(stage -> !stage.onTower()).forEach(stage -> hooked.add(layer(stage)));
    }

    @Override
    public void assembled(AssembledPrompt prompt) {
      DecoderInput input = prompt.input();
      file.floats("embeds", input.embeds().squeeze(0));
      long[] flat = Arrays.stream(input.positions()).flatMapToLong(Arrays::stream).toArray();
      file.longs("positions", flat, input.positions().length, input.rows());
    }

    @Override
    public boolean wantsLayer(int layer) {
      return layers.contains(layer) || hooked.contains(layer);
    }

    @Override
    public boolean wantsQueryKey(int layer) {
      return layers.contains(layer);
    }

    @Override
    public void afterLayer(Boundary boundary) {
      int l = boundary.layer();
      if (layers.contains(l)) {
        file.floats("hidden." + l, boundary.hidden());
        file.floats("q." + l, boundary.queries());
        file.floats("k." + l, boundary.keys());
      }
      if (hooked.contains(l)) {
        String suffix = hooked.size() > 1 ? "." + stageName(l) : "";
        file.floats("affinity" + suffix, cosine(boundary));
      }
    }

    @Override
    public void afterPrefill(Prefilled prompt, Tensor hidden) {
      Tensor rows = allLogits ? hidden : hidden.narrow(1, hidden.size(1) - 1, 1);
      try (Workspace workspace = new Workspace(decoder.placement())) {
        file.floats("logits", decoder.logits(rows, workspace).squeeze(0));
      }
      List<PruneStep> steps = prompt.steps();
      steps.forEach(step -> record(step, steps));
    }

    /** Tensors of a method that acts once on one picture have plain names. */
    private void record(PruneStep step, List<PruneStep> all) {
      boolean severalStages = all.stream().anyMatch(s -> !s.stage().equals(step.stage()));
      boolean severalVisuals = all.stream().anyMatch(s -> s.visual() != step.visual());
      String suffix =
          (severalStages ? "." + stageName(layer(step.stage())) : "")
              + (severalVisuals ? "." + step.visual() : "");
      PruneTrace trace = step.result().trace();
      values("cue.sim" + suffix, trace.cueSim());
      values("cue.align" + suffix, trace.cueAlign());
      values("utility" + suffix, trace.utility());
      values("gains" + suffix, trace.gains());
      file.indices("kept" + suffix, trace.kept());
      file.indices("order" + suffix, trace.order());
    }

    private void values(String name, float[] values) {
      if (values.length > 0) {
        file.floats(name, values, values.length);
      }
    }

    /** [N, N] cosine between the candidates' states. */
    private Tensor cosine(Boundary boundary) {
      return Scopes.keep(
          () -> {
            int[] candidates = boundary.layout().candidates();
            Tensor index = Tensors.ofIndices(candidates, decoder.placement());
            Tensor rows = boundary.hidden().index_select(0, index);
            Tensor norms =
                rows.mul(rows).sum(new long[] {1}).sqrt().clamp_min(new Scalar(1e-12)).unsqueeze(1);
            Tensor unit = rows.div(norms);
            return unit.matmul(unit.transpose(0, 1));
          });
    }
  }

  /** The boundary of a stage: -1 before layer 0, -2 after the tower. */
  private static int layer(Stage stage) {
    if (stage instanceof Stage.AfterLayer after) {
      return after.layer();
    }
    return stage instanceof Stage.BeforeDecoder ? -1 : -2;
  }

  private static String stageName(int layer) {
    return layer == -2 ? "vision" : layer == -1 ? "input" : Integer.toString(layer);
  }
}
