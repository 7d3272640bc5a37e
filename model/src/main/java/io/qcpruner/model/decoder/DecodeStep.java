package io.qcpruner.model.decoder;

import io.qcpruner.model.nn.RotaryTable;
import io.qcpruner.model.nn.Scopes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.bytedeco.pytorch.Tensor;

/**
 * Runs one generated token of one or several sequences through all layers; every layer attends to
 * all rows of the sequence's own cache.
 */
public final class DecodeStep {
  private final Decoder decoder;
  private final List<DecodeState> states;

  public DecodeStep(Decoder decoder, DecodeState state) {
    this(decoder, List.of(state));
  }

  /** The sequences may differ in length and in the rows that their layers hold. */
  public DecodeStep(Decoder decoder, List<DecodeState> states) {
    this.decoder = decoder;
    this.states = List.copyOf(states);
  }

  /** [vocabulary] logits after the token; the result belongs to the enclosing scope. */
  public Tensor run(int tokenId) {
    return Scopes.keep(() -> run(new int[] {tokenId}).flatten());
  }

  /** [n, vocabulary] logits after one token of each sequence. */
  public Tensor run(int[] tokenIds) {
    if (tokenIds.length != states.size()) {
      throw new IllegalArgumentException(
          tokenIds.length + " tokens for " + states.size() + " sequences");
    }
    Tensor logits = Scopes.keep(() -> forward(tokenIds));
    states.forEach(DecodeState::advance);
    return logits;
  }

  private Tensor forward(int[] tokenIds) {
    Tensor h = decoder.embed(tokenIds).unsqueeze(0);
    List<RotaryTable> tables = tables();
    reserve(h);
    return decoder.runTokens(states, tables, h);
  }

  private void reserve(Tensor h) {
    var config = decoder.config();
    for (DecodeState state : states) {
      for (int l = 0; l < config.layers(); l++) {
        state.cache(l).reserve(1, config.kvHeads(), config.headDim(), h.options());
        if (config.window(l) > 0) {
          state.order(l).append(config.window(l));
        }
      }
    }
  }

  /** The rows' positions in each layer; layers with the same positions share a table. */
  private List<RotaryTable> tables() {
    List<RotaryTable> tables = new ArrayList<>();
    long[] before = null;
    for (int l = 0; l < decoder.config().layers(); l++) {
      int layer = l;
      long[] now = states.stream().mapToLong(s -> s.nextPosition(layer)).toArray();
      tables.add(
          Arrays.equals(now, before) ? tables.get(l - 1) : decoder.rotary().atEach(axes(now)));
      before = now;
    }
    return tables;
  }

  /** The same position on every axis. */
  private long[][] axes(long[] positions) {
    int axes = Math.max(1, decoder.config().mropeSection().length);
    long[][] out = new long[axes][];
    Arrays.setAll(out, a -> positions);
    return out;
  }
}
