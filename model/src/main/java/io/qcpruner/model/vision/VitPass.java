package io.qcpruner.model.vision;

import io.qcpruner.kernels.AttentionSpan;
import io.qcpruner.kernels.RowKernels;
import io.qcpruner.kernels.RowView;
import io.qcpruner.model.nn.FewRows;
import io.qcpruner.model.nn.Heads;
import io.qcpruner.model.nn.LayerNorm;
import io.qcpruner.model.nn.Linear;
import io.qcpruner.model.nn.NativeBytes;
import io.qcpruner.model.nn.RowBuffer;
import io.qcpruner.model.nn.Scopes;
import io.qcpruner.model.nn.Slice;
import io.qcpruner.model.nn.Tensors;
import io.qcpruner.model.nn.ThreadTeam;
import io.qcpruner.model.nn.Worker;
import io.qcpruner.model.nn.Workspace;
import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.util.List;
import org.bytedeco.pytorch.Tensor;

/**
 * One layer of a tower on a thread team, by kernels alone. Products are split by outputs, norms by
 * rows, attention by heads of views; a row's result does not depend on how many threads there are.
 * Views go through the layer some at a time, so that what lies between products stays in caches.
 */
final class VitPass implements ThreadTeam.Task {
  /** Rows that go through the layer together, unless one view has more. */
  private static final int ROWS = 1536;

  /** Outputs of a product are cut at multiples of it: packed weights lie in such panels. */
  private static final int PANEL = 64;

  private final VitLayer layer;
  private final int views;
  private final int perView;
  private final int width;
  private final List<Workspace> scratch;
  private final FewRows in;
  private final FewRows result;
  private final Tensor out;
  private final Tensor queries; // null if nobody wants them
  private final Tensor keys;
  private final List<float[]> scales;
  private final Buffers buffers;

  /**
   * What lies between the steps for some of the views.
   *
   * @param normed [rows, d]
   * @param q [rows, d]
   * @param k [rows, d]
   * @param v [rows, d]
   * @param attended [rows, d]
   * @param mid [rows, d]
   * @param inner [rows, intermediate]
   */
  private record Buffers(
      FewRows normed,
      FewRows q,
      FewRows k,
      FewRows v,
      FewRows attended,
      FewRows mid,
      FewRows inner) {

    Buffers part(Slice rows) {
      return new Buffers(
          normed.part(rows),
          q.part(rows),
          k.part(rows),
          v.part(rows),
          attended.part(rows),
          mid.part(rows),
          inner.part(rows));
    }

    Buffers recorded(FewRows queries, FewRows keys) {
      return new Buffers(normed, queries, keys, v, attended, mid, inner);
    }
  }

  private VitPass(VitLayer layer, Tensor x, boolean tapped, int workers, Workspace workspace) {
    this.layer = layer;
    this.views = (int) x.size(0);
    this.perView = (int) x.size(1);
    this.width = (int) x.size(2);
    this.scratch = workers == 1 ? List.of(workspace) : workspace.forWorkers(workers);
    this.out = Tensors.emptyLike(x, views, perView, width);
    this.in = rows(x);
    this.result = rows(out);
    this.queries = tapped ? Tensors.emptyLike(x, views, perView, width) : null;
    this.keys = tapped ? Tensors.emptyLike(x, views, perView, width) : null;
    this.scales = layer.scales().stream().map(Tensors::toFloats).toList();
    int rows = viewsTogether() * perView;
    this.buffers =
        new Buffers(
            workspace.rows(RowBuffer.NORMED, rows, width),
            workspace.rows(RowBuffer.QUERIES, rows, width),
            workspace.rows(RowBuffer.KEYS, rows, width),
            workspace.rows(RowBuffer.VALUES, rows, width),
            workspace.rows(RowBuffer.ATTENDED, rows, width),
            workspace.rows(RowBuffer.MID, rows, width),
            workspace.rows(RowBuffer.GATED, rows, layer.shape().intermediate()));
  }

  /** Whether kernels make all products of this many rows, and no gradients are recorded. */
  static boolean serves(VitLayer layer, Tensor x) {
    if (!x.is_cpu() || x.requires_grad() || x.numel() == 0 || !NativeBytes.isFloat(x)) {
      return false;
    }
    long widest = Math.max(layer.shape().width(), layer.shape().intermediate());
    long rows = x.size(0) * x.size(1);
    return RowKernels.ofThisMachine().servesPrompts(true)
        && Float.BYTES * rows * widest <= Integer.MAX_VALUE // buffers hold less than 2 GB
        && layer.norms().stream().noneMatch(LayerNorm::recordsGradients)
        && layer.scales().stream().noneMatch(Tensor::requires_grad)
        && layer.maps().stream()
            .allMatch(map -> map.isByKernels((int) rows) && !map.recordsGradients());
  }

  /** x [V, R, d] to the rows leaving the layer; the tap may be null. */
  static Tensor forward(VitLayer layer, Tensor x, TowerTap.Layer tap, Workspace workspace) {
    return Scopes.keep(
        () -> {
          long weights =
              layer.shape().width() * (4L * x.size(2) + 2L * layer.shape().intermediate());
          int workers =
              ThreadTeam.isMember()
                  ? 1
                  : ThreadTeam.shared().workersFor(x.size(0) * x.size(1), weights);
          VitPass pass = new VitPass(layer, x.contiguous(), tap != null, workers, workspace);
          if (workers == 1) {
            pass.run(Worker.alone());
          } else {
            ThreadTeam.shared().run(workers, pass);
          }
          if (tap != null) {
            int dim = layer.headDim();
            tap.record(Heads.split(pass.queries, dim), Heads.split(pass.keys, dim));
          }
          return pass.out;
        });
  }

  private static FewRows rows(Tensor x) {
    return new FewRows(NativeBytes.of(x), (int) (x.size(0) * x.size(1)), (int) x.size(2));
  }

  private int viewsTogether() {
    return Math.min(views, Math.max(1, ROWS / perView));
  }

  @Override
  public void run(Worker worker) {
    Workspace workspace = scratch.get(worker.index());
    for (int view = 0; view < views; view += viewsTogether()) {
      int from = view;
      int count = Math.min(viewsTogether(), views - view);
      Scopes.run(() -> some(from, count, worker, workspace));
      worker.barrier(); // the next views use the same buffers
    }
  }

  /** All steps of some views. Each needs all outputs of the one before. */
  private void some(int view, int count, Worker worker, Workspace workspace) {
    Slice rows = new Slice((long) view * perView, (long) count * perView);
    Buffers b = buffers.part(new Slice(0, rows.length()));
    if (queries != null) {
      b = b.recorded(rows(queries).part(rows), rows(keys).part(rows));
    }
    FewRows x = in.part(rows);
    Slice own = worker.slice(rows.length());
    layer.norms().get(0).forward(x.part(own), b.normed().part(own), workspace.kernels());
    worker.barrier();
    List<Linear> maps = layer.maps();
    product(maps.get(0), b.normed(), b.q(), worker, workspace);
    product(maps.get(1), b.normed(), b.k(), worker, workspace);
    product(maps.get(2), b.normed(), b.v(), worker, workspace);
    worker.barrier();
    attend(b, worker.slice((long) count * layer.shape().heads()), workspace);
    worker.barrier();
    Slice out = product(maps.get(3), b.attended(), b.mid(), worker, workspace);
    scale(0, out, b.mid());
    add(out, x, b.mid(), workspace);
    worker.barrier();
    layer.norms().get(1).forward(b.mid().part(own), b.normed().part(own), workspace.kernels());
    worker.barrier();
    Slice inner = product(maps.get(4), b.normed(), b.inner(), worker, workspace);
    RowView made = b.inner().from(inner.from());
    workspace
        .kernels()
        .activate(layer.shape().activation().kernel(), made, x.rows(), (int) inner.length(), made);
    worker.barrier();
    FewRows to = result.part(rows);
    Slice last = product(maps.get(5), b.inner(), to, worker, workspace);
    scale(1, last, to);
    add(last, b.mid(), to, workspace);
  }

  /** y *= the scale of a branch in some columns, if the layer has scales. */
  private void scale(int branch, Slice columns, FewRows y) {
    if (scales.isEmpty()) {
      return;
    }
    FloatBuffer numbers = y.numbers().asFloatBuffer();
    float[] factors = scales.get(branch);
    int from = (int) columns.from();
    int end = from + (int) columns.length();
    for (int row = 0; row < y.rows(); row++) {
      int start = row * y.width();
      for (int c = from; c < end; c++) {
        numbers.put(start + c, numbers.get(start + c) * factors[c]);
      }
    }
  }

  /** The worker's outputs of all rows; returns which these are. */
  private static Slice product(
      Linear map, FewRows x, FewRows y, Worker worker, Workspace workspace) {
    Slice panels = worker.slice((y.width() + PANEL - 1) / PANEL).times(PANEL);
    long end = Math.min(panels.from() + panels.length(), y.width());
    Slice outputs = new Slice(panels.from(), Math.max(0, end - panels.from()));
    if (outputs.length() > 0) {
      map.multiply(outputs, x, y.from(outputs.from()), workspace);
    }
    return outputs;
  }

  /** y += x in some columns. */
  private static void add(Slice columns, FewRows x, FewRows y, Workspace workspace) {
    RowView to = y.from(columns.from());
    workspace.kernels().add(to, x.from(columns.from()), x.rows(), (int) columns.length(), to);
  }

  /** Some heads, counted through all views. */
  private void attend(Buffers b, Slice units, Workspace workspace) {
    int heads = layer.shape().heads();
    int dim = layer.headDim();
    AttentionSpan span = AttentionSpan.whole(perView, perView, dim);
    ByteBuffer scratch = workspace.buffer(RowKernels.scratchBytes(span));
    for (long unit = units.from(); unit < units.from() + units.length(); unit++) {
      Slice view = new Slice(unit / heads * perView, perView);
      long column = unit % heads * dim;
      workspace
          .kernels()
          .attendPrompt(
              span,
              b.q().part(view).from(column),
              b.k().part(view).from(column),
              b.v().part(view).from(column),
              b.attended().part(view).from(column),
              scratch);
    }
  }
}
