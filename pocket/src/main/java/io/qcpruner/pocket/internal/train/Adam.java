package io.qcpruner.pocket.internal.train;

import io.qcpruner.model.nn.Holder;
import io.qcpruner.model.nn.Scopes;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/** Kingma and Ba, "Adam", 2015. m = first, v = second. */
final class Adam implements AutoCloseable {

  private static final double BETA1 = 0.9;
  private static final double BETA2 = 0.98;
  private static final double EPS = 1e-8;

  private final List<Tensor> values;
  private final List<Tensor> first = new ArrayList<>();
  private final List<Tensor> second = new ArrayList<>();
  private final Holder holder = new Holder();
  private int steps;

  Adam(List<Tensor> values) {
    this.values = values;
    for (Tensor t : values) {
      first.add(holder.hold(torch.zeros_like(t.detach())));
      second.add(holder.hold(torch.zeros_like(t.detach())));
    }
  }

  void step(double rate) {
    steps++;
    double correction1 = 1 - Math.pow(BETA1, steps);
    double correction2 = 1 - Math.pow(BETA2, steps);
    for (int i = 0; i < values.size(); i++) {
      int at = i;
      Scopes.run(() -> update(at, rate, correction1, correction2));
    }
  }

  private void update(int i, double rate, double correction1, double correction2) {
    Tensor value = values.get(i);
    Tensor gradient = value.mutable_grad();
    if (!gradient.defined()) {
      return;
    }
    Tensor m = first.get(i);
    Tensor v = second.get(i);
    m.mul_(new Scalar(BETA1)).add_(gradient, new Scalar(1 - BETA1));
    v.mul_(new Scalar(BETA2)).addcmul_(gradient, gradient, new Scalar(1 - BETA2));
    Tensor root = v.div(new Scalar(correction2)).sqrt().add_(new Scalar(EPS));
    value.addcdiv_(m, root, new Scalar(-rate / correction1));
    gradient.zero_();
  }

  @Override
  public void close() {
    holder.close();
  }
}
