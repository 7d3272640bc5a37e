package io.qcpruner.kernels;

/** Functions of single numbers between two products; native code has the same order of kinds. */
public enum Nonlinearity {
  /** x · sigmoid(1.702 x). */
  QUICK_GELU,
  /** x · sigmoid(2 u) with u = sqrt(2/π) (x + 0.044715 x³): the form with tanh. */
  GELU_TANH,
  /** x · Φ(x), the distribution function of the normal distribution. */
  GELU,
  /** x · sigmoid(x). */
  SILU,
  /** max(x, 0). */
  RELU;

  /** In plain arithmetic, each step as native code takes it. */
  float of(float x) {
    return switch (this) {
      case QUICK_GELU -> x / (LaneMath.exp(x * -1.702f) + 1);
      case GELU_TANH -> x / (LaneMath.exp((x * x * x * 0.044715f + x) * -1.59576912f) + 1);
      case SILU -> x / (LaneMath.exp(-x) + 1);
      case RELU -> x < 0 ? 0 : x;
      case GELU -> {
        float less = x * gaussianTail(x);
        yield x < 0 ? less : x - less;
      }
    };
  }

  /** Half of erfc(|x| / sqrt(2)): Abramowitz and Stegun, 7.1.26, within 8e-8. */
  private static float gaussianTail(float x) {
    float z = Math.abs(x) * 0.70710678f;
    float t = 1 / (z * 0.3275911f + 1);
    float p = t * 1.061405429f + -1.453152027f;
    p = p * t + 1.421413741f;
    p = p * t + -0.284496736f;
    p = p * t + 0.254829592f;
    return p * t * LaneMath.exp(-(z * z)) * 0.5f;
  }
}
