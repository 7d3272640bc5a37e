package io.qcpruner.model.decoder;

import io.qcpruner.model.nn.AttentionMask;
import io.qcpruner.model.nn.RotaryTable;
import io.qcpruner.model.nn.Scopes;
import java.util.Arrays;
import org.bytedeco.pytorch.Tensor;

/**
 * Runs one generated token through all layers; every layer attends to all rows of its own cache.
 */
public final class DecodeStep {
  private final Decoder decoder;
  private final DecodeState state;

  public DecodeStep(Decoder decoder, DecodeState state) {
    this.decoder = decoder;
    this.state = state;
  }

  /** [vocabulary] logits after the token; the result belongs to the enclosing scope. */
  public Tensor run(int tokenId) {
    Tensor logits = Scopes.keep(() -> forward(tokenId));
    state.advance();
    return logits;
  }

  private Tensor forward(int tokenId) {
    Tensor h = decoder.embed(new int[] {tokenId}).unsqueeze(0);
    RotaryTable table = null;
    for (int l = 0; l < decoder.config().layers(); l++) {
      if (l == 0 || state.nextPosition(l) != state.nextPosition(l - 1)) {
        table = decoder.rotary().at(position(state.nextPosition(l)));
      }
      LayerPass pass =
          new LayerPass(table, AttentionMask.NONE, state.cache(l), null, state.workspace());
      h = decoder.layer(l, h, pass);
    }
    return decoder.logits(h, state.workspace()).flatten();
  }

  /** The same position on every axis. */
  private long[][] position(long p) {
    int axes = Math.max(1, decoder.config().mropeSection().length);
    long[][] out = new long[axes][];
    Arrays.setAll(out, a -> new long[] {p});
    return out;
  }
}
