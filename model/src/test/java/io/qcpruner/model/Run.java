package io.qcpruner.model;

import io.qcpruner.core.prune.PrunePlan;
import io.qcpruner.model.backbone.Backbone;
import io.qcpruner.model.backbone.PromptIds;
import io.qcpruner.model.backbone.Visual;
import io.qcpruner.model.backbone.VisualRows;
import io.qcpruner.model.decoder.Boundary;
import io.qcpruner.model.decoder.BoundaryHook;
import io.qcpruner.model.decoder.DecodeState;
import io.qcpruner.model.decoder.DecodeStep;
import io.qcpruner.model.decoder.DecoderInput;
import io.qcpruner.model.decoder.Prefill;
import io.qcpruner.model.nn.Scopes;
import io.qcpruner.model.nn.Tensors;
import io.qcpruner.model.nn.Workspace;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.bytedeco.pytorch.Tensor;

/** Runs a prompt and keeps what a parity test compares. */
public final class Run {
  private final Backbone backbone;
  private final Map<String, float[]> seen = new HashMap<>();
  private final List<Integer> ids = new ArrayList<>();
  private final List<float[]> logits = new ArrayList<>();
  private long[] cacheLengths;
  private DecoderInput input;

  public Run(Backbone backbone) {
    this.backbone = backbone;
  }

  /** The prompt of most tiny tests: three ids, the picture, four ids. */
  public static PromptIds prompt(int placeholder) {
    return PromptIds.raw(1, 7, 9, placeholder, 11, 13, 17, 19);
  }

  /** Prefill and greedy steps; {@code prune} may return a plan at a boundary or null. */
  public Run run(
      PromptIds prompt, List<Visual> visuals, int tokens, Function<Boundary, PrunePlan> prune) {
    Scopes.run(
        () -> {
          try (DecodeState state = new DecodeState(backbone.decoder());
              Workspace workspace = new Workspace(backbone.decoder().placement())) {
            List<VisualRows> rows =
                visuals.stream()
                    .map(v -> backbone.rows(backbone.encode(v, false, workspace), workspace))
                    .toList();
            input = backbone.assemble(prompt, rows);
            seen.put("embeds", Tensors.toFloats(input.embeds()));
            generate(state, input, tokens, prune);
          }
        });
    return this;
  }

  public Run run(PromptIds prompt, List<Visual> visuals, int tokens) {
    return run(prompt, visuals, tokens, boundary -> null);
  }

  private void generate(
      DecodeState state, DecoderInput in, int tokens, Function<Boundary, PrunePlan> prune) {
    try (Prefill prefill = new Prefill(backbone.decoder(), state, in, List.of(new Tap(prune)))) {
      Tensor all = backbone.decoder().logits(prefill.run().hidden(), state.workspace());
      seen.put("logits", Tensors.toFloats(all));
      logits.add(Tensors.toFloats(prefill.lastLogits()));
    }
    cacheLengths = state.cacheLengths();
    DecodeStep step = new DecodeStep(backbone.decoder(), state);
    while (ids.size() < tokens) {
      int next = argmax(logits.get(logits.size() - 1));
      ids.add(next);
      if (ids.size() < tokens) {
        logits.add(step.run(next));
      }
    }
  }

  private static int argmax(float[] x) {
    int best = 0;
    for (int i = 1; i < x.length; i++) {
      best = x[i] > x[best] ? i : best;
    }
    return best;
  }

  public float[] seen(String name) {
    return seen.get(name);
  }

  public DecoderInput input() {
    return input;
  }

  public long[] ids() {
    return ids.stream().mapToLong(Integer::longValue).toArray();
  }

  public long[] cacheLengths() {
    return cacheLengths;
  }

  public float[] firstLogits() {
    return logits.get(0);
  }

  /** Logits of all steps, one after another. */
  public float[] stepLogits() {
    int width = logits.get(0).length;
    float[] out = new float[logits.size() * width];
    for (int i = 0; i < logits.size(); i++) {
      System.arraycopy(logits.get(i), 0, out, i * width, width);
    }
    return out;
  }

  private final class Tap implements BoundaryHook {
    private final Function<Boundary, PrunePlan> prune;

    Tap(Function<Boundary, PrunePlan> prune) {
      this.prune = prune;
    }

    @Override
    public boolean wants(int layer) {
      return true;
    }

    @Override
    public boolean wantsQueryKey(int layer) {
      return true;
    }

    @Override
    public Optional<PrunePlan> visit(Boundary b) {
      if (b.layer() >= 0) {
        seen.put("hidden." + b.layer(), Tensors.toFloats(b.hidden()));
        seen.put("q." + b.layer(), Tensors.toFloats(b.queries()));
        seen.put("k." + b.layer(), Tensors.toFloats(b.keys()));
      }
      return Optional.ofNullable(prune.apply(b));
    }
  }

  /** Compares everything that a full golden holds. */
  public Run assertEquals(Golden golden) {
    golden.assertSame("embeds", seen("embeds"), 1e-5f);
    for (int l = 0; l < backbone.config().decoder().layers(); l++) {
      golden.assertSame("hidden." + l, seen("hidden." + l), 1e-4f);
      golden.assertSame("q." + l, seen("q." + l), 1e-4f);
      golden.assertSame("k." + l, seen("k." + l), 1e-4f);
    }
    assertLogits(golden);
    return this;
  }

  /** The rows of logits that the golden holds: the last ones. */
  public Run assertLogits(Golden golden) {
    float[] mine = seen("logits");
    int count = Math.min(mine.length, golden.floats("logits").length);
    golden.assertSame("logits", Arrays.copyOfRange(mine, mine.length - count, mine.length), 1e-4f);
    return this;
  }

  public Run assertGreedy(Golden golden, String prefix) {
    org.junit.jupiter.api.Assertions.assertArrayEquals(golden.longs(prefix + ".ids"), ids());
    golden.assertSame(prefix + ".logits", stepLogits(), 1e-4f);
    return this;
  }
}
