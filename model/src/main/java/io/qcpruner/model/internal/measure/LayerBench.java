package io.qcpruner.model.internal.measure;

import io.qcpruner.checkpoint.config.DecoderConfig;
import io.qcpruner.checkpoint.weights.NumberType;
import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.model.MemoryModel;
import io.qcpruner.model.decoder.Decoder;
import io.qcpruner.model.decoder.KvCache;
import io.qcpruner.model.decoder.LayerPass;
import io.qcpruner.model.nn.AttentionMask;
import io.qcpruner.model.nn.ModuleFactory;
import io.qcpruner.model.nn.Placement;
import io.qcpruner.model.nn.RotaryTable;
import io.qcpruner.model.nn.Scopes;
import io.qcpruner.model.nn.ThreadTeam;
import io.qcpruner.model.nn.WeightKind;
import io.qcpruner.model.nn.Workspace;
import io.qcpruner.model.weights.SeededWeights;
import io.qcpruner.model.weights.TypedWeights;
import java.util.Optional;
import java.util.stream.LongStream;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/**
 * A decoder layer on the engine's threads and on a team's. Several layers with weights of their own
 * run one after the other, so that weights come from memory as in a model.
 */
public final class LayerBench {
  /** Weights that no cache holds. */
  private static final double BYTES = 150e6;

  /** Two layers of it take 3 GB, and twice that while they are packed. */
  private static final int WIDEST = 8192;

  private static final Placement CPU = Placement.cpu();

  private final Decoder engine;
  private final Decoder team;

  /** Milliseconds per layer. */
  public record Pair(double engine, double team) {}

  /**
   * @param width hidden size of the decoder, a multiple of 64; the rest in LLaMA's proportions
   * @param kind stored, half, int8 or int4
   * @param type of stored weights
   */
  public LayerBench(int width, WeightKind kind, NumberType type) throws WeightsException {
    if (width < 64 || width > WIDEST || width % 64 != 0) {
      throw new IllegalArgumentException(
          "width must be a multiple of 64 up to " + WIDEST + ", not " + width);
    }
    int headDim = width < 2048 ? 64 : 128;
    int heads = width / headDim;
    int inner = width * 43 / 16;
    double bytes = bytesPerWeight(kind, type) * width * (4.0 * width + 3.0 * inner);
    int layers = (int) Math.max(2, Math.min(24, Math.ceil(BYTES / bytes)));
    DecoderConfig config =
        DecoderConfig.sized(width, inner, layers)
            .heads(heads, heads, headDim)
            .vocabulary(64)
            .maxPositions(4096)
            .build();
    Decoder decoder =
        new Decoder(
            config, new ModuleFactory(new TypedWeights(new SeededWeights(), type), CPU, kind));
    this.engine = decoder.withTeam(Optional.empty());
    this.team = decoder.withTeam(Optional.of(ThreadTeam.shared()));
  }

  private static double bytesPerWeight(WeightKind kind, NumberType type) {
    return kind == WeightKind.STORED ? type.bytes() : MemoryModel.weightBits(kind) / 8;
  }

  /** Measures both, one right after the other, on a prompt of this many rows. */
  public Pair round(int rows) {
    if (rows < 1) {
      throw new IllegalArgumentException("rows must be at least 1, not " + rows);
    }
    return new Pair(millis(engine, rows), millis(team, rows));
  }

  private static double millis(Decoder decoder, int rows) {
    int layers = decoder.config().layers();
    long nanos =
        Scopes.compute(
            () -> {
              long[] shape = {1, rows, decoder.config().hiddenSize()};
              Tensor h = torch.rand(shape, CPU.options());
              RotaryTable rotary =
                  decoder.rotary().at(new long[][] {LongStream.range(0, rows).toArray()});
              try (Workspace workspace = new Workspace(CPU)) {
                long start = System.nanoTime();
                for (int l = 0; l < layers; l++) {
                  h = next(decoder, l, h, rotary, workspace);
                }
                return System.nanoTime() - start;
              }
            });
    return nanos / 1e6 / layers;
  }

  private static Tensor next(
      Decoder decoder, int l, Tensor h, RotaryTable rotary, Workspace workspace) {
    try (KvCache cache = new KvCache()) {
      return decoder.layer(
          l, h, new LayerPass(rotary, AttentionMask.CAUSAL, cache, null, workspace));
    }
  }
}
