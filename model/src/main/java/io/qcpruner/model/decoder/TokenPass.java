package io.qcpruner.model.decoder;

import io.qcpruner.model.nn.Attention;
import io.qcpruner.model.nn.AttentionMask;
import io.qcpruner.model.nn.RotaryTable;
import io.qcpruner.model.nn.Scopes;
import io.qcpruner.model.nn.Slice;
import io.qcpruner.model.nn.Tensors;
import io.qcpruner.model.nn.Workspace;
import java.util.Arrays;
import java.util.List;
import org.bytedeco.pytorch.LongOptional;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.ScalarTypeOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * One new row of each of some sequences through all layers and the output head, with operations of
 * the engine, on any device. Products take all rows together; each row attends to the cache of its
 * own sequence. On the CPU {@link RowPass} does the same in less time.
 */
final class TokenPass {
  private static final int ROWS = 2;

  private final Decoder decoder;
  private final List<DecodeState> states;
  private final List<RotaryTable> rotary;
  private final Workspace workspace;
  private Tensor h; // [1, n, D]

  /**
   * @param states one for each row; their caches already have a last row for it
   * @param rotary positions of the rows in each layer
   * @param h [1, n, D] embeddings of the rows
   */
  TokenPass(Decoder decoder, List<DecodeState> states, List<RotaryTable> rotary, Tensor h) {
    this.decoder = decoder;
    this.states = states;
    this.rotary = rotary;
    this.workspace = states.get(0).workspace();
    this.h = h;
  }

  /** The logits [n, vocabulary]. */
  Tensor run() {
    for (int l = 0; l < decoder.layers().size(); l++) {
      int layer = l;
      h = Scopes.keep(() -> runLayer(layer));
    }
    return decoder.head().forward(decoder.finalNorm(h), workspace).squeeze(0);
  }

  private Tensor runLayer(int l) {
    DecoderLayer layer = decoder.layers().get(l);
    LayerShard whole = layer.whole();
    AttentionInputs in =
        whole.attentionInputs(layer.inputNorm().forward(h), rotary.get(l), workspace);
    Tensor[] attended = new Tensor[states.size()];
    Arrays.setAll(attended, row -> attend(l, row, in, whole.kvHeads()));
    Tensor mid = whole.o().forward(Tensors.cat(1, attended), workspace).add(h);
    Tensor gated = whole.gated(layer.postNorm().forward(mid), workspace);
    return whole.down().forward(gated, workspace).add(mid);
  }

  private Tensor attend(int l, int row, AttentionInputs in, Slice heads) {
    DecodeState state = states.get(row);
    KvCache cache = state.cache(l);
    cache.setLast(in.keys().narrow(ROWS, row, 1), in.values().narrow(ROWS, row, 1), heads);
    long rows = cache.length();
    long visible = decoder.config().window(l) == 0 ? rows : state.order(l).visible();
    Tensor query = in.queries().narrow(ROWS, row, 1);
    Tensor keys = cache.keys().narrow(ROWS, rows - visible, visible);
    Tensor values = cache.values().narrow(ROWS, rows - visible, visible);
    if (state.looksAt(l)) {
      state.pruning().orElseThrow().decide(attention(query, keys, rows));
    }
    if (state.pruning().isPresent() && state.pruning().get().prunes(l)) {
      int[] stay = state.pruning().get().rows(l, rows, visible);
      Tensor picked = Tensors.ofIndices(stay, decoder.placement());
      keys = cache.keys().index_select(ROWS, picked);
      values = cache.values().index_select(ROWS, picked);
    }
    return Attention.attend(query, keys, values, AttentionMask.NONE);
  }

  /** [rows] averaged over query heads; 0 outside the layer's window. */
  private static float[] attention(Tensor query, Tensor keys, long rows) {
    long group = query.size(1) / keys.size(1);
    Tensor scores =
        query
            .to(ScalarType.Float)
            .matmul(
                keys.to(ScalarType.Float)
                    .repeat_interleave(group, new LongOptional(1), new LongOptional())
                    .transpose(2, 3))
            .div(new Scalar(Math.sqrt(query.size(3))));
    float[] seen =
        Tensors.toFloats(
            scores.softmax(-1).mean(new long[] {1}, false, new ScalarTypeOptional()).flatten());
    float[] out = new float[(int) rows];
    System.arraycopy(seen, 0, out, out.length - seen.length, seen.length);
    return out;
  }
}
