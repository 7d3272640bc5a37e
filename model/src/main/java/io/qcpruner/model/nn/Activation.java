package io.qcpruner.model.nn;

import io.qcpruner.checkpoint.config.HiddenActivation;
import io.qcpruner.kernels.Nonlinearity;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/** The nonlinearities of the towers and projectors. */
public enum Activation {
  /** t · sigmoid(1.702 t): CLIP. */
  QUICK_GELU(Nonlinearity.QUICK_GELU) {
    @Override
    public Tensor apply(Tensor t) {
      return Reuse.swish(t, 1.702);
    }
  },
  /** The tanh form: SigLIP. */
  GELU_TANH(Nonlinearity.GELU_TANH) {
    @Override
    public Tensor apply(Tensor t) {
      return torch.gelu(t, "tanh");
    }
  },
  /** The exact form: projectors. */
  GELU(Nonlinearity.GELU) {
    @Override
    public Tensor apply(Tensor t) {
      return torch.gelu(t);
    }
  },
  SILU(Nonlinearity.SILU) {
    @Override
    public Tensor apply(Tensor t) {
      return torch.silu(t);
    }
  },
  RELU(Nonlinearity.RELU) {
    @Override
    public Tensor apply(Tensor t) {
      return torch.relu(t);
    }
  };

  private final Nonlinearity kernel;

  Activation(Nonlinearity kernel) {
    this.kernel = kernel;
  }

  /** What kernels call it. */
  public Nonlinearity kernel() {
    return kernel;
  }

  /** The function of a checkpoint's {@code hidden_act}. */
  public static Activation of(HiddenActivation named) {
    return switch (named) {
      case SILU -> SILU;
      case GELU -> GELU;
      case GELU_TANH -> GELU_TANH;
      case QUICK_GELU -> QUICK_GELU;
      case RELU -> RELU;
    };
  }

  public abstract Tensor apply(Tensor t);
}
