package io.qcpruner.model.decoder;

import io.qcpruner.checkpoint.config.DecoderConfig;
import io.qcpruner.model.nn.AttentionMask;
import io.qcpruner.model.nn.Blas;
import io.qcpruner.model.nn.Crew;
import io.qcpruner.model.nn.Division;
import io.qcpruner.model.nn.Parts;
import java.util.Optional;
import org.bytedeco.pytorch.Tensor;

/**
 * A prompt's pass through a layer, shared out among a crew. The last bits may depend on the number
 * of members.
 */
final class SharedLayer {
  /** Fewer rows than this are not worth a member's waking. */
  private static final long LEAST_ROWS = 16;

  /** From this width on dividing rows was measured to gain nothing ({@code bench layer}). */
  private static final int WIDE = 3072;

  private final DecoderConfig config;
  private final Division division;
  private final Crew crew;

  SharedLayer(DecoderConfig config, Division division, Crew crew) {
    this.config = config;
    this.division = division;
    this.crew = crew;
  }

  /** With the crew of the process, for the decoders that were measured to gain by it. */
  static Optional<SharedLayer> wherePaying(DecoderConfig config, Parts parts, Blas blas) {
    return parts
        .division()
        .filter(how -> pays(config, how, blas))
        .map(how -> new SharedLayer(config, how, Crew.shared()));
  }

  private static boolean pays(DecoderConfig config, Division division, Blas blas) {
    return switch (division) {
      case ROWS -> config.hiddenSize() < WIDE;
      case COLUMNS -> blas.servesManyThreads();
    };
  }

  /** The rows leaving the layer; empty, and nothing has happened, if this pass is none to share. */
  Optional<Tensor> tryForward(DecoderLayer layer, Tensor h, LayerPass pass) {
    int members = members(h.size(1));
    boolean prompt =
        h.size(0) == 1
            && pass.mask() instanceof AttentionMask.Causal
            && pass.cache() != null
            && pass.cache().length() == 0;
    if (members < 2 || !prompt) {
      return Optional.empty();
    }
    SharedPass shared =
        switch (division) {
          case ROWS -> new RowPass(config, layer, h, pass);
          case COLUMNS -> new ColumnPass(config, layer, h, pass, members);
        };
    crew.run(members, shared);
    return Optional.of(shared.finish());
  }

  private int members(long rows) {
    return (int) Math.min(rows / LEAST_ROWS, crew.allowed());
  }
}
