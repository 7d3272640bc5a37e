package io.qcpruner.cli.doctor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.model.backbone.BackboneFamilies;
import io.qcpruner.model.backbone.BackboneFamily;
import io.qcpruner.model.backbone.PublishedModel;
import io.qcpruner.model.nn.WeightKind;
import io.qcpruner.testkit.MadeSection;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * The table of published models in docs/models.md, computed from their shapes and from what two
 * cores did; {@code -Dmodels.write} renews it.
 */
class ModelTableTest {
  /** Two cores with AVX-512 and VNNI: {@code bench kernels --threads 2}, see the page. */
  private static final Throughput TWO_CORES =
      machine(
          new Throughput.Speed(125e9, 14e9),
          new Throughput.Speed(860e9, 30e9),
          new Throughput.Speed(660e9, 58e9));

  private static final long GIB = 1L << 30;

  /**
   * What tests compare with transformers on generated weights, by the letters of docs/models.md:
   * the golden files of modules media and model.
   */
  private static final Map<String, String> COMPARED =
      Map.of(
          "llava-1.5", "P S T K F 2",
          "llava-next", "P S T K F",
          "llava-onevision", "P T K F 2 C",
          "llava-video", "P S T C",
          "qwen2-vl", "P S T K F 2 C",
          "qwen2.5-vl", "P S T K F 2 C",
          "qwen3-vl", "P S T K F 2 C",
          "smolvlm2", "P S T K F 2",
          "idefics-3", "P 2",
          "internvl3", "P S T K F C");

  @Test
  void theDocumentedTableIsTheComputedOne() throws IOException {
    List<String> made = new ArrayList<>();
    made.add(
        "| checkpoint | parameters | 16-bit weights | `--weights int8` | `--weights int4` | licence"
            + " on its card | compared with transformers |");
    made.add("|---|---|---|---|---|---|---|");
    for (BackboneFamily family : BackboneFamilies.all()) {
      for (PublishedModel model : family.published()) {
        ModelEstimate e = ModelEstimate.of(model);
        made.add(
            String.format(
                Locale.ROOT,
                "| `%s` | %.1f billion | %s | %s | %s | %s | %s |",
                model.name(),
                e.parameters() / 1e9,
                e.text(TWO_CORES, WeightKind.HALF),
                e.text(TWO_CORES, WeightKind.INT8),
                e.text(TWO_CORES, WeightKind.INT4),
                model.licence(),
                COMPARED.get(family.id())));
      }
    }
    Set<String> published =
        BackboneFamilies.all().stream()
            .filter(family -> !family.published().isEmpty())
            .map(BackboneFamily::id)
            .collect(Collectors.toSet());
    assertEquals(published, COMPARED.keySet());
    MadeSection.of("docs/models.md", getClass(), "models.write").check(made);
  }

  private static Throughput machine(
      Throughput.Speed half, Throughput.Speed int8, Throughput.Speed int4) {
    return new Throughput(
        Map.of(WeightKind.HALF, half, WeightKind.INT8, int8, WeightKind.INT4, int4));
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
    assertEquals(6.6e9, e.decoder(), 0.1e9);
    // a tied head is read once for every token, too
    ModelEstimate tied = ModelEstimate.of(named("llava-hf/llava-onevision-qwen2-0.5b-ov-hf"));
    assertEquals(0.495e9, tied.decoder(), 0.01e9);
  }

  /**
   * A packed 7B checkpoint of 4 bits is a file of 4.6 GB; caches, JVM and libraries come on top.
   */
  @Test
  void memoryFollowsTheKindOfWeights() throws IOException {
    ModelEstimate e = ModelEstimate.of(named("llava-hf/llava-1.5-7b-hf"));
    long cached = 2L * 32 * 638 * 4096; // keys and values of 638 rows in 32 layers
    long rounded = cached + cached / 32 * Float.BYTES; // 8 bits, and a scale for 32 of them
    assertEquals(14.1e9, e.memory(WeightKind.HALF) - Float.BYTES * cached - GIB, 0.1e9);
    assertEquals(7.2e9, e.memory(WeightKind.INT8) - rounded - GIB, 0.1e9);
    assertEquals(4.6e9, e.memory(WeightKind.INT4) - rounded - GIB, 0.1e9);
    assertEquals(6.6 / 30, e.tokenSeconds(TWO_CORES, WeightKind.INT8), 0.005);
  }

  @Test
  void theAdviceFollowsMemoryAndSpeed() throws IOException {
    List<ModelEstimate> all = new ArrayList<>();
    for (PublishedModel model : BackboneFamilies.published()) {
      all.add(ModelEstimate.of(model));
    }
    assertTrue(ModelsCheck.advice(all, GIB, TWO_CORES).startsWith("the embedded model"));
    assertTrue(
        ModelsCheck.advice(all, 5 * GIB / 2, TWO_CORES)
            .contains("InternVL3-1B-hf with --weights int8"));
    Throughput.Speed crawling = new Throughput.Speed(1e9, 1e9);
    Throughput slow = machine(crawling, crawling, crawling);
    assertTrue(
        ModelsCheck.advice(all, 64 * GIB, slow).contains("256M-Video-Instruct: the smallest"));
    // 16 bits are too slow for a large model here, 8 bits are not; with less memory 4 bits serve
    assertTrue(
        ModelsCheck.advice(all, 64 * GIB, TWO_CORES).contains("8B-Instruct with --weights int8"));
    assertTrue(ModelsCheck.advice(all, 7 * GIB, TWO_CORES).contains("with --weights int4"));
    Throughput.Speed flying = new Throughput.Speed(1e14, 1e12);
    Throughput fast = machine(flying, flying, flying);
    assertTrue(ModelsCheck.advice(all, 64 * GIB, fast).contains("8B-Instruct: the largest"));
  }

  private static PublishedModel named(String name) {
    return BackboneFamilies.published().stream()
        .filter(model -> model.name().equals(name))
        .findFirst()
        .orElseThrow();
  }
}
