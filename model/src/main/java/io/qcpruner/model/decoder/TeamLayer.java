package io.qcpruner.model.decoder;

import io.qcpruner.checkpoint.config.DecoderConfig;
import io.qcpruner.model.nn.AttentionMask;
import io.qcpruner.model.nn.Blas;
import io.qcpruner.model.nn.Parts;
import io.qcpruner.model.nn.ProductSplit;
import io.qcpruner.model.nn.ThreadTeam;
import java.util.Optional;
import org.bytedeco.pytorch.Tensor;

/**
 * Runs prompts through a layer on a thread team. The last bits of the result may depend on the
 * number of workers.
 */
final class TeamLayer {
  /** Waking a worker doesn't pay for fewer rows than this. */
  private static final long ROWS_PER_WORKER = 16;

  /** Splitting rows was measured to gain nothing from this width on ({@code bench layer}). */
  private static final int WIDE = 3072;

  private final DecoderConfig config;
  private final ProductSplit split;
  private final ThreadTeam team;

  TeamLayer(DecoderConfig config, ProductSplit split, ThreadTeam team) {
    this.config = config;
    this.split = split;
    this.team = team;
  }

  /** With the team of the process, for the decoders that were measured to gain by it. */
  static Optional<TeamLayer> wherePaying(DecoderConfig config, Parts parts, Blas blas) {
    return parts
        .split()
        .filter(how -> pays(config, how, blas))
        .map(how -> new TeamLayer(config, how, ThreadTeam.shared()));
  }

  private static boolean pays(DecoderConfig config, ProductSplit split, Blas blas) {
    return switch (split) {
      case ROWS -> config.hiddenSize() < WIDE;
      case OUTPUTS -> blas.servesManyThreads();
    };
  }

  /** The rows leaving the layer; empty, without any effect, if this is not a prompt to split. */
  Optional<Tensor> tryForward(DecoderLayer layer, Tensor h, LayerPass pass) {
    int workers = workers(h.size(1));
    boolean prompt =
        h.size(0) == 1
            && pass.mask() instanceof AttentionMask.Causal
            && pass.cache() != null
            && pass.cache().length() == 0;
    if (workers < 2 || !prompt) {
      return Optional.empty();
    }
    TeamPass teamPass =
        switch (split) {
          case ROWS -> new RowSplitPass(config, layer, h, pass);
          case OUTPUTS -> new OutputSplitPass(config, layer, h, pass, workers);
        };
    team.run(workers, teamPass);
    return Optional.of(teamPass.finish());
  }

  private int workers(long rows) {
    return (int) Math.min(rows / ROWS_PER_WORKER, team.allowed());
  }
}
