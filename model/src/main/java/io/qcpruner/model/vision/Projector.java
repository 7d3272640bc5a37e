package io.qcpruner.model.vision;

import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.model.nn.Activation;
import io.qcpruner.model.nn.Linear;
import io.qcpruner.model.nn.ModuleFactory;
import io.qcpruner.model.nn.Scopes;
import io.qcpruner.model.nn.Workspace;
import org.bytedeco.pytorch.Tensor;

/** The two-layer projector of the LLaVA family: fc2(gelu(fc1 x)). */
public final class Projector {
  private final Linear fc1;
  private final Linear fc2;

  public Projector(int visionSize, int hiddenSize, ModuleFactory modules) throws WeightsException {
    this.fc1 = modules.linear("proj.fc1", visionSize, hiddenSize, true);
    this.fc2 = modules.linear("proj.fc2", hiddenSize, hiddenSize, true);
  }

  /** [..., V] to [..., D]. */
  public Tensor forward(Tensor rows, Workspace workspace) {
    return Scopes.keep(
        () -> fc2.forward(Activation.GELU.apply(fc1.forward(rows, workspace)), workspace));
  }
}
