package io.qcpruner.cli.doctor;

import io.qcpruner.checkpoint.config.DecoderConfig;
import io.qcpruner.checkpoint.synthetic.ModelShape;
import io.qcpruner.eval.cost.PrefillFlops;
import io.qcpruner.kernels.CacheType;
import io.qcpruner.model.MemoryModel;
import io.qcpruner.model.backbone.BackboneFamilies;
import io.qcpruner.model.backbone.BackboneSpec;
import io.qcpruner.model.backbone.PublishedModel;
import io.qcpruner.model.nn.WeightKind;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What a published model needs, computed from its shape: no weights are read. Memory is that of the
 * weights, the cache of the usual prompt and an allowance for the JVM, libraries and buffers. Time
 * counts the products of tower and decoder.
 *
 * @param parameters of tower, projector and decoder
 * @param decoder weights in matrices of the decoder, its head included
 * @param fine those of them that have 8 bits with int4
 * @param embedding weights of the embedding table, which keeps its 16 bits
 * @param cache numbers in the cache of the usual prompt
 * @param towerFlops of one picture, or clip
 * @param prefillFlops of the usual prompt
 * @param prunedFlops of the same with a tenth of the visual tokens
 */
record ModelEstimate(
    PublishedModel model,
    long parameters,
    long decoder,
    long fine,
    long embedding,
    long cache,
    double towerFlops,
    double prefillFlops,
    double prunedFlops) {
  /** Published weights have 16 bits; the other kinds are made of them. The most precise first. */
  static final List<WeightKind> KINDS = List.of(WeightKind.HALF, WeightKind.INT8, WeightKind.INT4);

  private static final long ALLOWANCE = 1L << 30;
  private static final String TOWER = "vision";
  private static final int TEXT_ROWS = 62;
  private static final int HEAD = 128; // numbers of a row in the cache of a head

  /** QCPruner's layer is the eighth; a tenth of the visual rows goes on. */
  private static final int FULL_LAYERS = 8;

  private static final double KEPT = 0.1;

  /** What a whole prefill reaches of the speed of its largest products; docs/models.md. */
  private static final double EFFICIENCY = 0.8;

  static ModelEstimate of(PublishedModel model) throws IOException {
    ModelShape shape = BackboneFamilies.shape(model.shape());
    BackboneSpec spec = BackboneFamilies.parse(shape.json());
    DecoderConfig d = spec.config().decoder();
    long tower = 0;
    long decoder = 0;
    long fine = 0;
    long embedding = 0;
    for (Map.Entry<String, long[]> tensor : spec.tensors().entrySet()) {
      String name = tensor.getKey();
      long elements = elements(tensor.getValue());
      boolean table = name.startsWith("lm.embed");
      tower += name.startsWith("vision.") ? elements : 0;
      boolean ofDecoder = name.startsWith("lm") && !table;
      decoder += ofDecoder ? elements : 0;
      fine += ofDecoder && WeightKind.INT4.of(name) == WeightKind.INT8 ? elements : 0;
      embedding += table ? elements : 0;
    }
    int rows = shape.promptRows();
    PrefillFlops flops = PrefillFlops.of(d);
    double kept = TEXT_ROWS + KEPT * (rows - TEXT_ROWS);
    // a tied head reads a copy of the embedding table for every new token
    long head = d.tiedHead() ? embedding : 0;
    return new ModelEstimate(
        model,
        spec.storedTensors().values().stream().mapToLong(ModelEstimate::elements).sum(),
        decoder + head,
        fine + head,
        embedding,
        2L * d.layers() * rows * d.kvHeads() * d.headDim(),
        2.0 * tower * model.towerRows(),
        flops.unpruned(rows),
        flops.split(Math.min(FULL_LAYERS, d.layers()), rows, kept));
  }

  private static long elements(long[] shape) {
    return Arrays.stream(shape).reduce(1, (a, b) -> a * b);
  }

  /** Bytes that a process needs. */
  long memory(WeightKind kind) {
    long rest = Math.max(0, parameters - decoder - embedding); // tower and projector
    double weights =
        (decoder - fine) * MemoryModel.weightBits(kind)
            + (fine + rest) * MemoryModel.weightBits(kind.of(TOWER))
            + embedding * 16;
    return (long) (weights / 8) + cacheBytes(kind) + ALLOWANCE;
  }

  /** Beside weights as published keys and values are floats. */
  long cacheBytes(WeightKind kind) {
    CacheType type = kind == WeightKind.HALF ? CacheType.F32 : kind.caches();
    return cache / HEAD * type.rowBytes(HEAD);
  }

  /** Seconds until the first token. */
  double pictureSeconds(Throughput machine, WeightKind kind) {
    return (towerFlops + prefillFlops) / (EFFICIENCY * machine.with(kind).flops());
  }

  /** Like above, with a tenth of the visual tokens. */
  double prunedSeconds(Throughput machine, WeightKind kind) {
    return (towerFlops + prunedFlops) / (EFFICIENCY * machine.with(kind).flops());
  }

  /** Seconds for each further token. */
  double tokenSeconds(Throughput machine, WeightKind kind) {
    return decoder / machine.with(kind).weights();
  }

  /** Memory, first word, that with a tenth of the visual tokens, and a further word. */
  String text(Throughput machine, WeightKind kind) {
    return String.format(
        Locale.ROOT,
        "%s, %s (%s), %.2f s",
        MachineCheck.gib(memory(kind)),
        ModelsCheck.seconds(pictureSeconds(machine, kind)),
        ModelsCheck.seconds(prunedSeconds(machine, kind)),
        tokenSeconds(machine, kind));
  }
}
