package io.qcpruner.model.decoder;

import io.qcpruner.core.prune.PrunePlan;
import io.qcpruner.model.nn.AttentionMask;
import io.qcpruner.model.nn.Cancellation;
import io.qcpruner.model.nn.Holder;
import io.qcpruner.model.nn.RotaryTable;
import io.qcpruner.model.nn.RowMaps;
import io.qcpruner.model.nn.Scopes;
import io.qcpruner.model.nn.Tensors;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.bytedeco.pytorch.Tensor;

/**
 * Runs a prompt through the decoder, layer by layer, with hooks in between. A hook that prunes
 * after layer l leaves the caches of layers 0..l in full; later layers hold the surviving rows.
 */
public final class Prefill implements AutoCloseable {
  private final Decoder decoder;
  private final DecodeState state;
  private final List<BoundaryHook> hooks;
  private final DecoderInput input;
  private final Cancellation cancellation;
  private final Holder holder = new Holder();
  private RowTable rows;
  private Optional<PromptPrefix> prefix = Optional.empty();
  private Tensor hidden; // [1, n, D]
  private RotaryTable rotary;
  private List<Tensor> deep; // [1, n, D] added to the rows that leave layer 0, 1, ...

  public Prefill(Decoder decoder, DecodeState state, DecoderInput input, List<BoundaryHook> hooks) {
    this(decoder, state, input, hooks, Cancellation.NONE);
  }

  /**
   * @param cancellation asked before each layer
   */
  public Prefill(
      Decoder decoder,
      DecodeState state,
      DecoderInput input,
      List<BoundaryHook> hooks,
      Cancellation cancellation) {
    this.decoder = decoder;
    this.state = state;
    this.input = input;
    this.deep = input.deep();
    this.hooks = List.copyOf(hooks);
    this.cancellation = cancellation;
  }

  /**
   * Takes the first rows from an earlier prompt instead of computing them. Has no effect if a hook
   * wants to see all rows in one of the prefix's layers but the last, or queries that it lacks.
   */
  public Prefill startWith(PromptPrefix earlier) {
    boolean seen =
        IntStream.range(-1, earlier.layer())
            .anyMatch(l -> hooks.stream().anyMatch(h -> h.wants(l)));
    boolean complete = earlier.hasQueries() || !wantsQueryKey(earlier.layer());
    prefix = Optional.of(earlier).filter(p -> !seen && complete && p.begins(input));
    return this;
  }

  /** All layers; afterwards {@link #hidden} is the stream leaving the last one. */
  public Prefill run() {
    rows = RowTable.of(input);
    turnTo(decoder.rotary().at(rows.positions()));
    prefix.ifPresentOrElse(p -> Scopes.run(() -> runAfterPrefix(p)), this::enter);
    int first = prefix.map(p -> p.layer() + 1).orElse(0);
    IntStream.range(0, first).forEach(this::leave);
    for (int l = first; l < decoder.config().layers(); l++) {
      int layer = l;
      cancellation.check();
      Scopes.run(() -> runLayer(layer));
      leave(l);
    }
    return this;
  }

  /** New tokens may read rounded keys and values; those of one layer at a time are floats. */
  private void leave(int l) {
    if (!state.looksAt(l)) {
      state.cache(l).round(decoder.caches());
    }
  }

  private void enter() {
    moveTo(input.embeds());
    Scopes.run(() -> visit(-1, new QueryKeyRecord()));
  }

  /** Runs the rows after the prefix through its layers, then goes on with all rows. */
  private void runAfterPrefix(PromptPrefix first) {
    int p = first.rows();
    int n = rows.size() - p;
    if (n == 0) {
      resume(first);
      return;
    }
    AttentionMask mask = AttentionMask.AfterPrefix.of(p, n, decoder.placement());
    RotaryTable angles = rotary.rows(p, n);
    moveTo(input.embeds().narrow(1, p, n));
    for (int l = 0; l < first.layer(); l++) {
      cancellation.check();
      runAfterPrefix(first, l, angles, mask, null);
    }
    int last = first.layer();
    try (QueryKeyRecord taken = new QueryKeyRecord()) {
      runAfterPrefix(first, last, angles, mask, wantsQueryKey(last) ? taken : null);
      moveTo(Tensors.cat(1, first.hidden(), hidden));
      if (wantsQueryKey(last)) {
        taken.prepend(first.queries().orElseThrow(), first.keys(last).squeeze(0));
      }
      visit(last, taken);
    }
  }

  /** A whole prompt as it left the prefix's last layer. */
  private void resume(PromptPrefix whole) {
    for (int l = 0; l <= whole.layer(); l++) {
      state.cache(l).append(whole.keys(l), whole.values(l));
      state.startAt(l, rows);
    }
    moveTo(whole.hidden());
    int last = whole.layer();
    try (QueryKeyRecord taken = new QueryKeyRecord()) {
      if (wantsQueryKey(last)) {
        taken.record(whole.queries().orElseThrow().unsqueeze(0), whole.keys(last));
      }
      visit(last, taken);
    }
  }

  private void runAfterPrefix(
      PromptPrefix first, int l, RotaryTable angles, AttentionMask mask, QueryKeyRecord taken) {
    Scopes.run(
        () -> {
          state.cache(l).append(first.keys(l), first.values(l));
          state.startAt(l, rows);
          moveTo(
              decoder.layer(
                  l,
                  hidden,
                  new LayerPass(angles, mask, state.cache(l), taken, state.workspace())));
          addDeep(l, first.rows(), rows.size() - first.rows());
        });
  }

  private boolean wantsQueryKey(int l) {
    return hooks.stream().anyMatch(h -> h.wants(l) && h.wantsQueryKey(l));
  }

  private void runLayer(int l) {
    boolean record = wantsQueryKey(l);
    try (QueryKeyRecord taken = new QueryKeyRecord()) {
      LayerPass pass =
          new LayerPass(rotary, mask(l), state.cache(l), record ? taken : null, state.workspace());
      state.startAt(l, rows);
      moveTo(decoder.layer(l, hidden, pass));
      addDeep(l, 0, rows.size());
      visit(l, taken);
    }
  }

  private void addDeep(int l, int from, int count) {
    if (l < deep.size()) {
      moveTo(hidden.add(deep.get(l).narrow(1, from, count)));
      if (l == deep.size() - 1) {
        deep = List.of();
      }
    }
  }

  /** Causal, within the layer's window if it has one. */
  private AttentionMask mask(int l) {
    int window = decoder.config().window(l);
    if (window == 0) {
      return AttentionMask.CAUSAL;
    }
    long[] order = WindowOrder.of(rows);
    // a layer that saw renumbered rows counts on from them
    boolean oneAxis = rows.positions().length == 1;
    state.order(l).start(order, oneAxis ? rows.nextPosition() : input.rows());
    return WindowOrder.prompt(order, window, decoder.placement());
  }

  private void visit(int layer, QueryKeyRecord taken) {
    for (BoundaryHook hook : hooks) {
      if (hook.wants(layer)) {
        Boundary boundary = taken.boundary(layer, hidden.squeeze(0), rows, input);
        Optional<PrunePlan> plan = hook.visit(boundary);
        plan.filter(p -> !p.unchanged()).ifPresent(this::apply);
      }
    }
  }

  private void apply(PrunePlan plan) {
    if (plan.rows().isIdentity(rows.size())) {
      return;
    }
    moveTo(RowMaps.apply(plan.rows(), hidden.squeeze(0), decoder.placement()).unsqueeze(0));
    // what later layers add goes the way of the rows
    deep =
        deep.stream()
            .map(d -> RowMaps.apply(plan.rows(), d.squeeze(0), decoder.placement()).unsqueeze(0))
            .map(holder::hold)
            .toList();
    RowTable next = rows.apply(plan);
    boolean renumbered = next.nextPosition() != rows.nextPosition();
    turnTo(
        renumbered
            ? decoder.rotary().at(next.positions())
            : rotary.select(Tensors.ofIndices(plan.rows().primarySources(), decoder.placement())));
    rows = next;
  }

  private void moveTo(Tensor next) {
    Tensor old = hidden;
    hidden = holder.hold(next);
    if (old != null) {
      holder.release(old);
    }
  }

  private void turnTo(RotaryTable next) {
    RotaryTable old = rotary;
    rotary = new RotaryTable(holder.hold(next.cos()), holder.hold(next.sin()));
    if (old != null) {
      holder.release(old.cos());
      holder.release(old.sin());
    }
  }

  /** [1, n', D] leaving the last layer, before the final norm; valid until closed. */
  public Tensor hidden() {
    return hidden;
  }

  /** The rows that reached the last layer. */
  public RowTable rows() {
    return rows;
  }

  /** [vocabulary] logits of the last row. */
  public Tensor lastLogits() {
    return Scopes.keep(
        () -> decoder.logits(hidden.narrow(1, hidden.size(1) - 1, 1), state.workspace()).flatten());
  }

  @Override
  public void close() {
    holder.close();
    state.workspace().release();
  }
}
