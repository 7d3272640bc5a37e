package io.qcpruner.cli.doctor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.model.backbone.BackboneFamilies;
import io.qcpruner.model.backbone.PublishedModel;
import io.qcpruner.testkit.MadeSection;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/**
 * The table of published models in docs/models.md, computed from their shapes and from what two
 * cores did; {@code -Dmodels.write} renews it.
 */
class ModelTableTest {
  /** Two cores with AVX-512, MKL: {@code bench kernels --threads 2}, see the page. */
  private static final Throughput TWO_CORES = new Throughput(317e9, 25e9);

  private static final long GIB = 1L << 30;

  @Test
  void theDocumentedTableIsTheComputedOne() throws IOException {
    List<String> made = new ArrayList<>();
    made.add(
        "| checkpoint | parameters | memory | first word: 2 cores | 4 cores | 8 cores | a token |"
            + " licence on its card |");
    made.add("|---|---|---|---|---|---|---|---|");
    for (PublishedModel model : BackboneFamilies.published()) {
      ModelEstimate e = ModelEstimate.of(model);
      made.add(
          String.format(
              Locale.ROOT,
              "| `%s` | %.1f billion | %s | %s | %s | %s | %.2f s | %s |",
              model.name(),
              e.parameters() / 1e9,
              MachineCheck.gib(e.memory()),
              times(e, 1),
              times(e, 2),
              times(e, 4),
              e.tokenSeconds(TWO_CORES),
              model.licence()));
    }
    MadeSection.of("docs/models.md", getClass(), "models.write").check(made);
  }

  private static String times(ModelEstimate e, double factor) {
    Throughput machine = TWO_CORES.withCores(factor);
    return "%s (%s)"
        .formatted(
            ModelsCheck.seconds(e.pictureSeconds(machine)),
            ModelsCheck.seconds(e.prunedSeconds(machine)));
  }

  /** Two operations for each row and parameter. */
  @Test
  void anEstimateIsWhatTheShapeSays() throws IOException {
    ModelEstimate e = ModelEstimate.of(named("llava-hf/llava-1.5-7b-hf"));
    assertEquals(7.06, e.parameters() / 1e9, 0.01);
    // without the last layer of the tower, which is stored and never run
    assertEquals(2 * 0.291 * 577, e.towerFlops() / 1e9, 1);
    // 638 rows through 6.5 billion parameters, and attention
    assertEquals(2 * 638 * 6.48, e.prefillFlops() / 1e9, 250);
    assertTrue(e.prunedFlops() < 0.4 * e.prefillFlops());
    assertEquals(13.2e9, e.tokenBytes(), 0.2e9);
    // a tied head is read once for every token, too
    ModelEstimate tied = ModelEstimate.of(named("llava-hf/llava-onevision-qwen2-0.5b-ov-hf"));
    assertEquals(0.99e9, tied.tokenBytes(), 0.02e9);
  }

  @Test
  void theAdviceFollowsMemoryAndSpeed() throws IOException {
    List<ModelEstimate> all = new ArrayList<>();
    for (PublishedModel model : BackboneFamilies.published()) {
      all.add(ModelEstimate.of(model));
    }
    assertTrue(ModelsCheck.advice(all, 2 * GIB, TWO_CORES).startsWith("the embedded model"));
    assertTrue(ModelsCheck.advice(all, 8 * GIB, TWO_CORES).contains("onevision-qwen2-0.5b"));
    Throughput slow = new Throughput(1e9, 1e9);
    assertTrue(ModelsCheck.advice(all, 64 * GIB, slow).contains("0.5b-ov-hf: the smallest"));
    Throughput fast = new Throughput(1e14, 1e12);
    assertTrue(ModelsCheck.advice(all, 64 * GIB, fast).contains("7B-Instruct: the largest"));
  }

  private static PublishedModel named(String name) {
    return BackboneFamilies.published().stream()
        .filter(model -> model.name().equals(name))
        .findFirst()
        .orElseThrow();
  }
}
