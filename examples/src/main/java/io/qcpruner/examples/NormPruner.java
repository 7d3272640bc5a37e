package io.qcpruner.examples;

import io.qcpruner.core.linalg.Kernels;
import io.qcpruner.core.linalg.Matrix;
import io.qcpruner.core.method.BackboneFacts;
import io.qcpruner.core.method.Choice;
import io.qcpruner.core.method.CommonSettings;
import io.qcpruner.core.method.PruningMethod;
import io.qcpruner.core.method.SequenceSelection;
import io.qcpruner.core.prune.Budget;
import io.qcpruner.core.prune.PositionPolicy;
import io.qcpruner.core.prune.Pruner;
import io.qcpruner.core.prune.Setting;
import io.qcpruner.core.prune.Settings;
import io.qcpruner.core.prune.Source;
import io.qcpruner.core.prune.Stage;
import io.qcpruner.core.prune.TraceBuilder;
import io.qcpruner.core.signal.Signal;
import io.qcpruner.core.signal.Signals;
import java.util.List;
import java.util.Set;

/** Keeps the patches whose hidden states are longest: a method in one file. */
public final class NormPruner extends SequenceSelection {
  private final int layer;

  NormPruner(int layer) {
    super(new Stage.AfterLayer(layer), PositionPolicy.KEEP);
    this.layer = layer;
  }

  /** How commands, evaluation and server find the method; named in META-INF/services. */
  public static final class Provider implements PruningMethod {
    @Override
    public String name() {
      return "norm";
    }

    @Override
    public String summary() {
      return "patches with the longest hidden states";
    }

    @Override
    public List<Setting<?>> settings() {
      return List.of(CommonSettings.LAYER);
    }

    @Override
    public Pruner create(BackboneFacts backbone, Settings settings) {
      return new NormPruner(settings.get(CommonSettings.LAYER, backbone.hookLayer()));
    }
  }

  @Override
  public String name() {
    return "norm";
  }

  @Override
  public String label() {
    return "Norm";
  }

  @Override
  public Settings settings() {
    return Settings.NONE.with(CommonSettings.LAYER, layer);
  }

  @Override
  public Source source() {
    return new Source("none: an example", "none: an example");
  }

  @Override
  public Set<Signal> needs(Stage stage) {
    return Set.of(Signal.VISUAL_STATES);
  }

  @Override
  protected Chooser chooser(Signals signals, Budget budget, TraceBuilder trace) {
    Matrix states = signals.get(Signal.VISUAL_STATES).requireFinite("visual states:");
    float[] norms = new float[states.rows()];
    for (int i = 0; i < norms.length; i++) {
      float[] row = states.row(i);
      double squares = 0;
      for (float x : row) {
        squares += (double) x * x;
      }
      norms[i] = (float) Math.sqrt(squares);
    }
    trace.utility(norms);
    return (part, keep) -> {
      float[] here = new float[part.length];
      for (int i = 0; i < part.length; i++) {
        here[i] = norms[part[i]];
      }
      return Choice.of(Kernels.topK(here, keep));
    };
  }
}
