package io.qcpruner.model.nn;

import io.qcpruner.kernels.AttentionSpan;
import io.qcpruner.kernels.RowKernels;
import io.qcpruner.kernels.RowView;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * Attention of many rows by kernels, on the CPU; the threads of the team split the heads. The
 * engine's own takes half as long again, because it multiplies small blocks.
 */
final class TeamAttention {
  /** The engine is as good at fewer. */
  private static final int MIN_ROWS = 8;

  /** Waking the team takes longer than fewer products of a query with a key. */
  private static final long PAIRS_FOR_TEAM = 1 << 14;

  private final AttentionSpan span;
  private final int heads;
  private final int kvHeads;
  private final Rows q;
  private final Rows k;
  private final Rows v;
  private final Tensor out; // [B, n, H·d_h]
  private final Rows result;

  /** [B, heads, rows, d_h] in memory; strides in numbers. */
  private record Rows(ByteBuffer numbers, long batch, long head, long row) {

    static Rows of(Tensor x) {
      return new Rows(NativeBytes.of(x, 0, bytes(x)), x.stride(0), x.stride(1), x.stride(2));
    }

    /** From the first number to the last. */
    static long bytes(Tensor x) {
      long end = 1;
      for (int i = 0; i < 4; i++) {
        end += (x.size(i) - 1) * x.stride(i);
      }
      return Float.BYTES * end;
    }

    RowView view(int b, int h) {
      return new RowView(numbers, Math.toIntExact(b * batch + h * head), (int) row);
    }
  }

  private TeamAttention(AttentionSpan span, Tensor q, Tensor k, Tensor v) {
    this.span = span;
    this.heads = (int) q.size(1);
    this.kvHeads = (int) k.size(1);
    this.out = Tensors.emptyLike(q, q.size(0), q.size(2), q.size(1) * q.size(3));
    this.result = Rows.of(Heads.split(out, span.dim()));
    this.q = Rows.of(q);
    this.k = Rows.of(k);
    this.v = Rows.of(v);
  }

  /** [B, n, H·d_h] as {@link Attention#attend}; empty if it is not for these kernels. */
  static Optional<Tensor> tryAttend(
      Tensor q, Tensor k, Tensor v, AttentionMask mask, Workspace workspace) {
    if (!isFloat(q) || !isFloat(k) || !isFloat(v) || q.size(2) < MIN_ROWS || q.numel() == 0) {
      return Optional.empty();
    }
    if (!RowKernels.ofThisMachine().servesPrompts(true) || !fits(q) || !fits(k) || !fits(v)) {
      return Optional.empty();
    }
    return span(mask, (int) q.size(2), (int) k.size(2), (int) q.size(3))
        .map(span -> Scopes.keep(() -> new TeamAttention(span, q, k, v).run(workspace)));
  }

  private static boolean isFloat(Tensor x) {
    return x.is_cpu()
        && x.scalar_type().intern() == ScalarType.Float
        && !x.requires_grad()
        && x.stride(3) == 1;
  }

  /** Buffers hold less than 2 GB. */
  private static boolean fits(Tensor x) {
    return Rows.bytes(x) <= Integer.MAX_VALUE;
  }

  private static Optional<AttentionSpan> span(AttentionMask mask, int rows, int held, int dim) {
    if (mask instanceof AttentionMask.None) {
      return Optional.of(AttentionSpan.whole(rows, held, dim));
    }
    int before = mask instanceof AttentionMask.AfterPrefix after ? after.prefix() : 0;
    boolean causal = before > 0 || mask instanceof AttentionMask.Causal;
    return causal && before + rows == held
        ? Optional.of(AttentionSpan.causal(rows, before, 1, dim))
        : Optional.empty();
  }

  private Tensor run(Workspace workspace) {
    int units = (int) out.size(0) * heads;
    ThreadTeam team = ThreadTeam.shared();
    boolean alone = ThreadTeam.isMember() || (long) span.rows() * span.held() < PAIRS_FOR_TEAM;
    int workers = alone ? 1 : Math.min(units, team.allowed());
    if (workers == 1) {
      attend(new Slice(0, units), workspace);
    } else {
      var scratch = workspace.forWorkers(workers);
      team.run(workers, worker -> attend(worker.slice(units), scratch.get(worker.index())));
    }
    return out;
  }

  private void attend(Slice units, Workspace workspace) {
    ByteBuffer scratch = workspace.buffer(RowKernels.scratchBytes(span));
    for (int unit = (int) units.from(); unit < units.from() + units.length(); unit++) {
      int b = unit / heads;
      int head = unit % heads;
      int kv = head / (heads / kvHeads);
      RowKernels.ofThisMachine()
          .attendPrompt(
              span, q.view(b, head), k.view(b, kv), v.view(b, kv), result.view(b, head), scratch);
    }
  }
}
