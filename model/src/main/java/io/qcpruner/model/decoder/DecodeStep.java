package io.qcpruner.model.decoder;

import io.qcpruner.model.nn.RotaryTable;
import io.qcpruner.model.nn.Scopes;
import io.qcpruner.model.nn.Tensors;
import io.qcpruner.model.nn.TurnBlocks.Turn;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
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

  /** [vocabulary] logits after the token. */
  public float[] run(int tokenId) {
    return run(new int[] {tokenId}).get(0);
  }

  /** [vocabulary] logits after one token of each sequence. */
  public List<float[]> run(int[] tokenIds) {
    if (tokenIds.length != states.size()) {
      throw new IllegalArgumentException(
          tokenIds.length + " tokens for " + states.size() + " sequences");
    }
    float[] all =
        decoder.runsInArrays()
            ? inArrays(tokenIds)
            : Scopes.compute(() -> Tensors.toFloats(onDevice(tokenIds)));
    states.forEach(DecodeState::advance);
    return byRow(all);
  }

  private List<float[]> byRow(float[] logits) {
    int n = states.size();
    if (n == 1) {
      return List.of(logits);
    }
    int width = logits.length / n;
    return IntStream.range(0, n)
        .mapToObj(r -> Arrays.copyOfRange(logits, r * width, (r + 1) * width))
        .toList();
  }

  private float[] inArrays(int[] tokenIds) {
    float[] h = decoder.embedding().rows(tokenIds); // first: it refuses ids that do not exist
    Scopes.run(this::reserve);
    return decoder.runTokens(states, perLayer(this::turns), h);
  }

  private Tensor onDevice(int[] tokenIds) {
    Tensor h = decoder.embed(tokenIds).unsqueeze(0);
    reserve();
    return new TokenPass(decoder, states, perLayer(this::table), h).run();
  }

  private void reserve() {
    var config = decoder.config();
    for (DecodeState state : states) {
      for (int l = 0; l < config.layers(); l++) {
        state.cache(l).reserve(1, config.kvHeads(), config.headDim(), decoder.placement()::options);
        if (config.window(l) > 0) {
          state.order(l).append(config.window(l));
        }
      }
    }
  }

  /** What is made of the rows' positions in each layer; layers with the same positions share it. */
  private <T> List<T> perLayer(Function<long[], T> made) {
    List<T> out = new ArrayList<>();
    long[] before = null;
    for (int l = 0; l < decoder.config().layers(); l++) {
      long[] now = new long[states.size()];
      for (int r = 0; r < now.length; r++) {
        now[r] = states.get(r).nextPosition(l);
      }
      out.add(Arrays.equals(now, before) ? out.get(l - 1) : made.apply(now));
      before = now;
    }
    return out;
  }

  private Turn[] turns(long[] positions) {
    return LongStream.of(positions).mapToObj(decoder.turns()::at).toArray(Turn[]::new);
  }

  private RotaryTable table(long[] positions) {
    return decoder.rotary().atEach(axes(positions));
  }

  /** One position on every axis. */
  private long[][] axes(long[] positions) {
    long[][] out = new long[decoder.config().axes()][];
    Arrays.fill(out, positions);
    return out;
  }
}
