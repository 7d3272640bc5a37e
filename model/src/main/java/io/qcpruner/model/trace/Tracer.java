package io.qcpruner.model.trace;

import io.qcpruner.core.layout.SpanLabel;
import io.qcpruner.core.layout.TokenLayout;
import io.qcpruner.core.prune.PruneTrace;
import io.qcpruner.core.prune.Stage;
import io.qcpruner.media.prep.Pixels;
import io.qcpruner.model.backbone.Backbone;
import io.qcpruner.model.backbone.PromptTokens;
import io.qcpruner.model.backbone.VisionOutput;
import io.qcpruner.model.backbone.Visual;
import io.qcpruner.model.backbone.VisualRows;
import io.qcpruner.model.decoder.BoundaryHook;
import io.qcpruner.model.decoder.DecodeState;
import io.qcpruner.model.decoder.DecoderInput;
import io.qcpruner.model.decoder.Prefill;
import io.qcpruner.model.nn.Scopes;
import io.qcpruner.model.nn.Workspace;
import io.qcpruner.model.prune.Companions;
import io.qcpruner.model.prune.PruneRequest;
import io.qcpruner.model.prune.PruneSession;
import io.qcpruner.model.prune.QuestionText;
import io.qcpruner.model.prune.StageClock;
import io.qcpruner.model.vision.TowerTap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import org.bytedeco.pytorch.Tensor;

/** Runs one prompt and records what it is asked for. */
public final class Tracer {
  private final Backbone backbone;
  private final Set<Integer> layers;
  private final boolean allLogits;

  /**
   * @param layers whose output, queries and keys are recorded
   * @param allLogits of every row, not only of the last
   */
  public Tracer(Backbone backbone, Set<Integer> layers, boolean allLogits) {
    int count = backbone.config().decoder().layers();
    layers.stream()
        .filter(l -> l < 0 || l >= count)
        .findFirst()
        .ifPresent(
            l -> {
              throw new IllegalArgumentException(
                  "layer " + l + " is not one of the model's layers 0.." + (count - 1));
            });
    this.backbone = backbone;
    this.layers = Set.copyOf(layers);
    this.allLogits = allLogits;
  }

  /**
   * @param visual null for text alone
   * @param pruning the method to run, if any
   * @param anchorRows which rows of the assembled sequence hold query anchors, for the method
   */
  public TraceFile run(
      PromptTokens prompt,
      Visual visual,
      Optional<PruneRequest> pruning,
      QuestionText question,
      Function<TokenLayout, int[]> anchorRows) {
    TraceFile file = new TraceFile();
    Scopes.run(
        () -> {
          try (DecodeState state = new DecodeState(backbone.decoder());
              Workspace workspace = new Workspace(backbone.decoder().placement())) {
            Optional<PruneSession> session =
                pruning.map(
                    p ->
                        new PruneSession(
                            backbone, p, Companions.NONE, workspace, new StageClock()));
            List<VisualRows> rows =
                visual == null
                    ? List.of()
                    : List.of(look(visual, session, question, workspace, file));
            DecoderInput input = backbone.assemble(prompt, rows);
            record(input, file);
            prefill(state, input, session, anchorRows, file);
          }
        });
    return file;
  }

  private VisualRows look(
      Visual visual,
      Optional<PruneSession> session,
      QuestionText question,
      Workspace workspace,
      TraceFile file) {
    Pixels pixels = pixels(visual);
    file.floats(
        "pixel_values", pixels.data(), Arrays.stream(pixels.shape()).asLongStream().toArray());
    boolean tap = session.map(PruneSession::needsTap).orElse(false);
    VisionOutput output = backbone.encode(visual, tap, workspace);
    try (TowerTap taken = output.tap() == null ? new TowerTap() : output.tap()) {
      assert tap == (taken.queries() != null);
      file.floats("vision.features", output.towerRows());
      file.floats("projected", backbone.rows(output, workspace).rows());
      return session.isPresent()
          ? session.get().rows(output, question)
          : backbone.rows(output, workspace);
    }
  }

  private static Pixels pixels(Visual visual) {
    if (visual instanceof Visual.Still still) {
      return still.pixels();
    }
    if (visual instanceof Visual.Tiled tiled) {
      return tiled.views().pixels();
    }
    if (visual instanceof Visual.Clip clip) {
      return clip.pixels();
    }
    return ((Visual.Patches) visual).patches().pixels();
  }

  private static void record(DecoderInput input, TraceFile file) {
    file.floats("embeds", input.embeds().squeeze(0));
    long[] flat = Arrays.stream(input.positions()).flatMapToLong(Arrays::stream).toArray();
    file.longs("positions", flat, input.positions().length, input.rows());
  }

  private void prefill(
      DecodeState state,
      DecoderInput input,
      Optional<PruneSession> session,
      Function<TokenLayout, int[]> anchorRows,
      TraceFile file) {
    List<BoundaryHook> hooks = new ArrayList<>();
    hooks.add(
        new LayerRecorder(layers, affinityLayer(session), file, backbone.decoder().placement()));
    session.ifPresent(s -> hooks.add(s.hook(anchorRows.apply(input.layout()))));
    try (Prefill prefill = new Prefill(backbone.decoder(), state, input, hooks)) {
      prefill.run();
      Tensor rows =
          allLogits
              ? prefill.hidden()
              : prefill.hidden().narrow(1, prefill.hidden().size(1) - 1, 1);
      file.floats("logits", backbone.decoder().logits(rows, state.workspace()).squeeze(0));
    }
    session.ifPresent(s -> s.steps().forEach(step -> record(step.result().trace(), file)));
  }

  /** All rows of the user's text, for prompts that are given as ids. */
  public static int[] userRows(TokenLayout layout) {
    return Arrays.stream(layout.textRows())
        .filter(r -> layout.spans()[r] == SpanLabel.USER)
        .toArray();
  }

  /** The first decoder stage of the method; the after-vision stage has no decoder states. */
  private static OptionalInt affinityLayer(Optional<PruneSession> session) {
    return session.stream()
        .flatMap(s -> s.stages().stream())
        .filter(stage -> !(stage instanceof Stage.AfterVision))
        .mapToInt(stage -> stage instanceof Stage.AfterLayer after ? after.layer() : -1)
        .findFirst();
  }

  private static void record(PruneTrace trace, TraceFile file) {
    values("cue.sim", trace.cueSim(), file);
    values("cue.align", trace.cueAlign(), file);
    values("utility", trace.utility(), file);
    values("gains", trace.gains(), file);
    file.indices("kept", trace.kept());
    file.indices("order", trace.order());
  }

  private static void values(String name, float[] values, TraceFile file) {
    if (values.length > 0) {
      file.floats(name, values, values.length);
    }
  }
}
