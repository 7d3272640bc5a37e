package io.qcpruner.model.decoder;

import io.qcpruner.model.nn.AttentionMask;
import io.qcpruner.model.nn.Cancellation;
import io.qcpruner.model.nn.Holder;
import io.qcpruner.model.nn.RotaryTable;
import io.qcpruner.model.nn.Scopes;
import java.util.Optional;
import org.bytedeco.pytorch.Tensor;

/**
 * Runs the first rows of a prompt alone through the first layers. Always alone, also for the first
 * question: what the rows leave then depends on nothing but themselves and the layer, so answers do
 * not depend on which question came first or on which prefix was there already. One object is one
 * run.
 */
public final class PrefixPass implements AutoCloseable {
  private final Decoder decoder;
  private final DecoderInput input;
  private final int rows;
  private final Cancellation cancellation;
  private final DecodeState state;
  private final Holder holder = new Holder();
  private final QueryKeyRecord taken = new QueryKeyRecord();
  private Tensor hidden; // [1, p, D]

  /**
   * @param rows how many of the prompt's first rows; layers with an attention window are not served
   * @param cancellation asked before each layer
   */
  public PrefixPass(Decoder decoder, DecoderInput input, int rows, Cancellation cancellation) {
    this.decoder = decoder;
    this.input = input;
    this.rows = rows;
    this.cancellation = cancellation;
    this.state = new DecodeState(decoder);
  }

  /**
   * @param layer the last layer to run
   * @param queries whether that layer's queries are to be kept
   * @param shallower the same rows after an earlier layer, to go on from
   * @return to be closed by the caller
   */
  public PromptPrefix run(int layer, boolean queries, Optional<PromptPrefix> shallower) {
    long start = System.nanoTime();
    return Scopes.compute(
        () -> {
          RotaryTable rotary = decoder.rotary().at(PromptPrefix.first(rows, input.positions()));
          shallower.ifPresentOrElse(
              this::goOnFrom, () -> moveTo(input.embeds().narrow(1, 0, rows)));
          for (int l = shallower.map(s -> s.layer() + 1).orElse(0); l <= layer; l++) {
            cancellation.check();
            run(l, rotary, queries && l == layer ? taken : null);
          }
          long nanos = shallower.map(PromptPrefix::nanos).orElse(0L) + System.nanoTime() - start;
          return PromptPrefix.copyOf(state, layer, input, hidden, taken.queries(), nanos);
        });
  }

  private void goOnFrom(PromptPrefix shallower) {
    for (int l = 0; l <= shallower.layer(); l++) {
      state.cache(l).append(shallower.keys(l), shallower.values(l));
    }
    moveTo(shallower.hidden());
  }

  private void run(int l, RotaryTable rotary, QueryKeyTap tap) {
    Scopes.run(
        () ->
            moveTo(
                decoder.layer(
                    l,
                    hidden,
                    new LayerPass(
                        rotary, AttentionMask.CAUSAL, state.cache(l), tap, state.workspace()))));
    if (l < input.deep().size()) {
      Scopes.run(() -> moveTo(hidden.add(input.deep().get(l).narrow(1, 0, rows))));
    }
  }

  private void moveTo(Tensor next) {
    Tensor old = hidden;
    hidden = holder.hold(next);
    if (old != null) {
      holder.release(old);
    }
  }

  @Override
  public void close() {
    taken.close();
    holder.close();
    state.close();
  }
}
