package io.qcpruner.model.internal.prune;

import io.qcpruner.model.nn.Blas;
import io.qcpruner.model.nn.Scopes;
import io.qcpruner.model.nn.Slice;
import io.qcpruner.model.nn.Tensors;
import io.qcpruner.model.nn.ThreadTeam;
import io.qcpruner.model.nn.Worker;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/**
 * {@link RowScores#selfCosine} on a thread team, which is awake between two layers while the
 * engine's threads sleep. Rows are split between the workers.
 */
final class TeamCosine implements ThreadTeam.Task {
  private final Tensor rows; // [n, D]
  private final Tensor unit; // [n, D]
  private final Tensor cosine; // [n, n]

  private TeamCosine(Tensor rows) {
    long n = rows.size(0);
    this.rows = rows;
    this.unit = Tensors.emptyLike(rows, n, rows.size(1));
    this.cosine = Tensors.emptyLike(rows, n, n);
  }

  /** [n, n], diagonal exactly 1. */
  static Tensor of(Tensor rows, ThreadTeam team, int workers) {
    TeamCosine task = new TeamCosine(rows);
    team.run(workers, task);
    task.cosine.fill_diagonal_(new Scalar(1.0));
    return task.cosine;
  }

  /** Workers to use: 1 if the BLAS library runs calls of several threads one after the other. */
  static int workers(ThreadTeam team) {
    return Blas.chosen().servesManyThreads() ? team.allowed() : 1;
  }

  @Override
  public void run(Worker worker) {
    Slice mine = worker.slice(rows.size(0));
    Scopes.run(() -> mine.of(unit, 0).copy_(RowScores.unit(mine.of(rows, 0))));
    worker.barrier();
    Scopes.run(() -> mine.of(cosine, 0).copy_(torch.linear(mine.of(unit, 0), unit)));
  }
}
