package io.qcpruner.model.vision;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.core.linalg.Matrix;
import io.qcpruner.core.prune.PruningRefusedException;
import io.qcpruner.core.prune.RowMap;
import io.qcpruner.core.prune.TowerMerging;
import io.qcpruner.model.TinyBackbones;
import io.qcpruner.model.backbone.Backbone;
import io.qcpruner.model.backbone.VisionOutput;
import io.qcpruner.model.backbone.Visual;
import io.qcpruner.model.nn.Activation;
import io.qcpruner.model.nn.AttentionMask;
import io.qcpruner.model.nn.Cancellation;
import io.qcpruner.model.nn.Placement;
import io.qcpruner.model.nn.Scopes;
import io.qcpruner.model.nn.Tensors;
import io.qcpruner.model.nn.Workspace;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;
import org.bytedeco.pytorch.Tensor;
import org.junit.jupiter.api.Test;

/** Rows that merge inside a tower. */
final class TowerMergingTest {

  /** Merges rows by a fixed rule and remembers what it was shown. */
  private static final class Fixed implements TowerMerging {
    private final Place place;
    private final boolean proportional;
    private final IntFunction<RowMap> rule; // by the number of rows
    private final List<int[]> sizes = new ArrayList<>();

    Fixed(Place place, boolean proportional, IntFunction<RowMap> rule) {
      this.place = place;
      this.proportional = proportional;
      this.rule = rule;
    }

    @Override
    public Place place() {
      return place;
    }

    @Override
    public boolean proportionalAttention() {
      return proportional;
    }

    @Override
    public boolean actsAt(int layer) {
      return true;
    }

    @Override
    public List<RowMap> merge(int layer, Matrix metric, int[] sizesNow, int views) {
      sizes.add(sizesNow.clone());
      assertEquals(sizesNow.length, metric.rows());
      RowMap map = rule.apply(metric.rows() / views);
      return java.util.Collections.nCopies(views, map);
    }
  }

  private static RowMap same(int rows) {
    int[] all = new int[rows];
    Arrays.setAll(all, i -> i);
    return RowMap.select(all);
  }

  /** The last two rows become their mean. */
  private static RowMap lastTwo(int rows) {
    int[] offsets = new int[rows];
    int[] sources = new int[rows];
    float[] weights = new float[rows];
    Arrays.fill(weights, 1f);
    for (int i = 0; i < rows; i++) {
      sources[i] = i;
      offsets[i] = i;
    }
    offsets[rows - 1] = rows;
    weights[rows - 1] = .5f;
    weights[rows - 2] = .5f;
    return new RowMap(offsets, sources, weights);
  }

  private static float[] rows(Backbone backbone, Visual visual, Optional<TowerMerging> merging) {
    return Scopes.compute(
        () -> {
          try (Workspace workspace = new Workspace(backbone.decoder().placement())) {
            return Tensors.toFloats(encode(backbone, visual, merging, workspace).towerRows());
          }
        });
  }

  private static VisionOutput encode(
      Backbone backbone, Visual visual, Optional<TowerMerging> merging, Workspace workspace) {
    return backbone.encode(
        visual, new TowerWork(true, Set.of(), merging), workspace, Cancellation.NONE);
  }

  @Test
  void keepingAllRowsChangesNothing() throws Exception {
    for (TowerMerging.Place place : TowerMerging.Place.values()) {
      for (boolean proportional : new boolean[] {false, true}) {
        Backbone backbone = TinyBackbones.llavaNext();
        Visual visual = TinyBackbones.tiled(100, 75);
        float[] plain = rows(backbone, visual, Optional.empty());
        float[] made =
            rows(
                backbone,
                visual,
                Optional.of(new Fixed(place, proportional, TowerMergingTest::same)));
        assertArrayEquals(plain, made, 1e-5f, place + " " + proportional);
      }
    }
  }

  /** Sizes add up over layers, and every patch reads the row it was merged into. */
  @Test
  void mergedPatchesReadOneRow() throws Exception {
    Backbone backbone = TinyBackbones.llava15();
    Visual visual = TinyBackbones.still(TinyBackbones.pixels("merge", 3, 56, 56));
    for (TowerMerging.Place place : TowerMerging.Place.values()) {
      Fixed merging = new Fixed(place, true, TowerMergingTest::lastTwo);
      Scopes.run(
          () -> {
            try (Workspace workspace = new Workspace(backbone.decoder().placement())) {
              VisionOutput out = encode(backbone, visual, Optional.of(merging), workspace);
              Matrix rows = Tensors.toMatrix(out.towerRows());
              int layers = merging.sizes.size();
              int n = out.layout().rowsPerView();
              assertEquals(n, rows.rows());
              assertTrue(layers > 1, "one layer shows no sizes");
              int[] last = merging.sizes.get(layers - 1);
              assertEquals(n - layers + 1, last.length);
              assertEquals(layers, last[last.length - 1]);
              int[] firsts = out.groups().orElseThrow().firsts(0);
              for (int r = 0; r < n; r++) {
                assertEquals(Math.min(r, n - 1 - layers), firsts[r]);
                assertArrayEquals(rows.row(firsts[r]), rows.row(r));
              }
            }
          });
    }
  }

  /** ln(size) on the logits of a row counts it as often as equal rows beside each other. */
  @Test
  void proportionalAttentionOfARowIsThatOfItsCopies() throws Exception {
    VitLayer layer =
        new VitLayer(
            new VitLayer.Shape(16, 32, 2, 1e-5, Activation.GELU),
            TinyBackbones.modules(),
            "vision.encoder.layers.0.");
    Scopes.run(
        () -> {
          try (Workspace workspace = new Workspace(Placement.cpu())) {
            float[] few = TinyBackbones.pixels("merged rows", 3, 16).data();
            float[] all = Arrays.copyOf(few, 5 * 16);
            System.arraycopy(few, 32, all, 48, 16);
            System.arraycopy(few, 32, all, 64, 16);
            float[] logs = {0, 0, (float) Math.log(3)};
            AttentionMask mask =
                new AttentionMask.Custom(Tensors.ofFloats(logs, Placement.cpu(), 1, 1, 1, 3));
            Tensor short3 = Tensors.ofFloats(few, Placement.cpu(), 1, 3, 16);
            Tensor long5 = Tensors.ofFloats(all, Placement.cpu(), 1, 5, 16);
            Tensor counted = layer.forward(short3, mask, workspace);
            Tensor copies = layer.forward(long5, AttentionMask.NONE, workspace).narrow(1, 0, 3);
            assertArrayEquals(
                Tensors.toFloats(copies.flatten()), Tensors.toFloats(counted.flatten()), 1e-5f);
          }
        });
  }

  @Test
  void qwenRefusesByName() throws Exception {
    Backbone backbone = TinyBackbones.qwen();
    Visual visual = TinyBackbones.patches("merge", 1, 8, 8, 1);
    TowerMerging merging = new Fixed(TowerMerging.Place.AFTER_LAYER, false, TowerMergingTest::same);
    PruningRefusedException e =
        assertThrows(
            PruningRefusedException.class, () -> rows(backbone, visual, Optional.of(merging)));
    assertTrue(e.getMessage().contains("whole blocks"), e.getMessage());
  }
}
