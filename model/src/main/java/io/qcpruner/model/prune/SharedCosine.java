package io.qcpruner.model.prune;

import io.qcpruner.model.nn.Blas;
import io.qcpruner.model.nn.Crew;
import io.qcpruner.model.nn.Member;
import io.qcpruner.model.nn.Member.Share;
import io.qcpruner.model.nn.Scopes;
import io.qcpruner.model.nn.Tensors;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/**
 * {@link RowScores#selfCosine} by a crew, which is awake between two layers where the engine's
 * threads are not. Members take rows.
 */
final class SharedCosine implements Crew.Task {
  private final Tensor rows; // [n, D]
  private final Tensor unit; // [n, D]
  private final Tensor cosine; // [n, n]

  private SharedCosine(Tensor rows) {
    long n = rows.size(0);
    this.rows = rows;
    this.unit = Tensors.emptyLike(rows, n, rows.size(1));
    this.cosine = Tensors.emptyLike(rows, n, n);
  }

  /** [n, n], diagonal exactly 1. */
  static Tensor of(Tensor rows, Crew crew, int members) {
    SharedCosine task = new SharedCosine(rows);
    crew.run(members, task);
    task.cosine.fill_diagonal_(new Scalar(1.0));
    return task.cosine;
  }

  /** How many members are worth calling: 1 where they would only wait for each other. */
  static int members(Crew crew) {
    return Blas.chosen().servesManyThreads() ? crew.allowed() : 1;
  }

  @Override
  public void run(Member member) {
    Share mine = member.share(rows.size(0));
    Scopes.run(() -> mine.of(unit, 0).copy_(RowScores.unit(mine.of(rows, 0))));
    member.meet();
    Scopes.run(() -> mine.of(cosine, 0).copy_(torch.linear(mine.of(unit, 0), unit)));
  }
}
