package io.qcpruner.model.internal.prune;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.core.layout.TokenLayout;
import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.core.prune.Budget;
import io.qcpruner.core.prune.CacheRule;
import io.qcpruner.core.prune.PrunePlan;
import io.qcpruner.core.prune.Pruner;
import io.qcpruner.core.prune.RowMap;
import io.qcpruner.model.backbone.Backbone;
import io.qcpruner.model.backbone.PromptIds;
import io.qcpruner.model.backbone.VisualRows;
import io.qcpruner.model.decoder.DecodeState;
import io.qcpruner.model.decoder.Decoder;
import io.qcpruner.model.decoder.DecoderInput;
import io.qcpruner.model.decoder.LayerPass;
import io.qcpruner.model.internal.prune.PruneCase.Kind;
import io.qcpruner.model.nn.AttentionMask;
import io.qcpruner.model.nn.RotaryTable;
import io.qcpruner.model.nn.RowMaps;
import io.qcpruner.model.nn.Scopes;
import io.qcpruner.model.nn.Tensors;
import io.qcpruner.model.nn.Workspace;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Decoding steps that leave out cached rows, against all layers run anew with masks. */
final class CachePruningTest {
  private static final Budget MOST = new Budget.Ratio(0.8);
  private static final int TOKENS = 5;

  @ParameterizedTest
  @CsvSource({
    "LLAVA_VIDEO, 'cache-drop=0.8,cache-layer=0'",
    "LLAVA_VIDEO, 'cache-drop=0.5,cache-layer=2'",
    "LLAVA_VIDEO, 'cache-drop=0.97,cache-layer=1,reuse=previous'",
    "QWEN2_5_VL, 'cache-drop=0.7,cache-layer=1'",
    "QWEN2_5_VL, 'cache-drop=0.6,cache-layer=0,reuse=previous'"
  })
  void cachedEqualsRecomputed(Kind kind, String settings) throws IOException {
    PruneCase c = PruneCase.of(kind, "dycoke");
    Pruner pruner = c.pruner(MethodSpec.parse("dycoke:" + settings));
    PruneRun cached = PruneRun.of(c, pruner, MOST, TOKENS);
    PruneRun whole = PruneRun.of(c, c.prunerOfThePrompt(), MOST, TOKENS);
    assertArrayEquals(whole.cacheLengths, cached.cacheLengths, "nothing is freed");
    int[] tokens = cached.tokens.stream().mapToInt(i -> i).toArray();
    float[][] naive = recomputed(c, pruner.cacheRule().orElseThrow(), cached, tokens);
    float most = 0;
    for (int t = 0; t < TOKENS; t++) {
      assertArrayEquals(naive[t], cached.logits.get(t + 1), 1e-4f, "token " + t);
    }
    for (int i = 0; i < naive[0].length; i++) {
      most = Math.max(most, Math.abs(cached.logits.get(1)[i] - whole.logits.get(1)[i]));
    }
    assertTrue(most > 1e-6, "leaving rows out should show in the first step");
  }

  /** Logits after each token: no cache, every row's own mask in every layer. */
  private static float[][] recomputed(PruneCase c, CacheRule rule, PruneRun run, int[] tokens) {
    float[][] out = new float[tokens.length][];
    Scopes.run(
        () -> {
          Backbone backbone = c.backbone();
          Decoder decoder = backbone.decoder();
          Workspace workspace = new Workspace(decoder.placement());
          VisualRows visual =
              backbone.rows(backbone.encode(c.visual(), false, workspace), workspace);
          int[] ids = c.prompt().ids();
          int[] longer = Arrays.copyOf(ids, ids.length + tokens.length);
          System.arraycopy(tokens, 0, longer, ids.length, tokens.length);
          DecoderInput input = backbone.assemble(PromptIds.raw(longer), List.of(visual));
          PrunePlan plan = run.steps.get(0).result().plan();
          int prompt = plan.rows().size();
          int[] rows = Arrays.copyOf(plan.rows().primarySources(), prompt + tokens.length);
          Arrays.setAll(
              rows, i -> i < prompt ? rows[i] : input.rows() - tokens.length + i - prompt);
          Tensor h =
              RowMaps.apply(RowMap.select(rows), input.embeds().squeeze(0), decoder.placement())
                  .unsqueeze(0);
          RotaryTable rotary = decoder.rotary().at(positions(input, rows));
          boolean[][] sees = causal(rows.length);
          for (int l = 0; l < decoder.config().layers(); l++) {
            float[][] attention = new float[1][];
            Tensor before = h;
            LayerPass pass =
                new LayerPass(
                    rotary,
                    mask(sees, workspace),
                    null,
                    (q, k) -> attention[0] = attention(q, k, prompt, tokens.length, decoder),
                    workspace);
            h = decoder.layer(l, before, pass);
            if (l == rule.layer()) {
              sees = decided(rule, layout(input.layout(), plan), attention[0], sees, prompt);
            }
          }
          for (int t = 0; t < tokens.length; t++) {
            out[t] =
                Tensors.toFloats(decoder.logits(h.narrow(1, prompt + t, 1), workspace).flatten());
          }
        });
    return out;
  }

  private static long[][] positions(DecoderInput input, int[] rows) {
    boolean compact = input.positions().length == 1;
    return Arrays.stream(input.positions())
        .map(
            axis ->
                IntStream.range(0, rows.length)
                    .mapToLong(i -> compact ? i : axis[rows[i]])
                    .toArray())
        .toArray(long[][]::new);
  }

  private static TokenLayout layout(TokenLayout longer, PrunePlan plan) {
    return longer.select(plan.rows().primarySources());
  }

  /** [tokens, rows] of the generated tokens. */
  private static float[] attention(
      Tensor queries, Tensor keys, int prompt, int tokens, Decoder decoder) {
    int[] generated = IntStream.range(prompt, prompt + tokens).toArray();
    return Scopes.compute(
        () -> {
          Tensor places = Tensors.ofIndices(generated, decoder.placement());
          Tensor chosen = queries.squeeze(0).index_select(1, places);
          return Tensors.toFloats(RowScores.attention(chosen, keys.squeeze(0), places).flatten());
        });
  }

  private static boolean[][] decided(
      CacheRule rule, TokenLayout layout, float[] all, boolean[][] sees, int prompt) {
    int tokens = sees.length - prompt;
    CacheRule.Choice choice = rule.start(layout);
    boolean[][] out = Arrays.stream(sees).map(boolean[]::clone).toArray(boolean[][]::new);
    for (int t = 0; t < tokens; t++) {
      int from = t * sees.length;
      float[] onPrompt = Arrays.copyOfRange(all, from, from + prompt);
      boolean[] row = out[prompt + t];
      choice
          .rows(onPrompt)
          .ifPresent(
              stay -> {
                Arrays.fill(row, 0, prompt, false);
                Arrays.stream(stay).forEach(i -> row[i] = true);
              });
    }
    return out;
  }

  private static boolean[][] causal(int n) {
    boolean[][] sees = new boolean[n][n];
    for (int i = 0; i < n; i++) {
      Arrays.fill(sees[i], 0, i + 1, true);
    }
    return sees;
  }

  private static AttentionMask mask(boolean[][] sees, Workspace workspace) {
    int n = sees.length;
    float[] seen = new float[n * n];
    for (int i = 0; i < seen.length; i++) {
      seen[i] = sees[i / n][i % n] ? 1 : 0;
    }
    Tensor mask = Tensors.ofFloats(seen, workspace.placement(), 1, 1, n, n);
    return new AttentionMask.Custom(mask.gt(new Scalar(0.5)));
  }

  @Test
  void aLayerWithoutAnyBehindItIsRefused() throws IOException {
    PruneCase c = PruneCase.of(Kind.LLAVA_VIDEO, "dycoke");
    int last = c.backbone().decoder().config().layers() - 1;
    CacheRule rule =
        c.pruner(MethodSpec.parse("dycoke:cache-layer=" + last)).cacheRule().orElseThrow();
    try (DecodeState state = new DecodeState(c.backbone().decoder())) {
      String message =
          assertThrows(IllegalArgumentException.class, () -> state.pruneCaches(rule)).getMessage();
      assertTrue(message.contains("layer " + last), message);
    }
  }

  @Test
  void aSecondRunOfOneRequestEqualsTheFirst() throws IOException {
    PruneCase c = PruneCase.of(Kind.LLAVA_VIDEO, "dycoke");
    PruneRun one = PruneRun.of(c, c.pruner(), MOST, TOKENS);
    PruneRun two = PruneRun.of(c, c.pruner(), MOST, TOKENS);
    assertEquals(one.tokens, two.tokens);
    assertArrayEquals(one.logits.get(TOKENS), two.logits.get(TOKENS));
  }
}
