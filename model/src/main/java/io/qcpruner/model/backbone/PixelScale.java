package io.qcpruner.model.backbone;

import io.qcpruner.checkpoint.config.ConfigException;
import io.qcpruner.checkpoint.config.ConfigNode;
import io.qcpruner.media.internal.prep.Normalization;
import java.util.Arrays;
import java.util.Optional;

/**
 * Mean and deviation of pixel values between 0 and 1, by channel: what a checkpoint's preprocessor
 * file says, or what its tower was trained with.
 */
public record PixelScale(double[] mean, double[] deviation) {
  /** CLIP towers and the older towers of Qwen. */
  public static final PixelScale CLIP =
      new PixelScale(
          new double[] {0.48145466, 0.4578275, 0.40821073},
          new double[] {0.26862954, 0.26130258, 0.27577711});

  /** Towers of InternVL. */
  public static final PixelScale IMAGENET =
      new PixelScale(new double[] {0.485, 0.456, 0.406}, new double[] {0.229, 0.224, 0.225});

  /** SigLIP towers. */
  public static final PixelScale HALF =
      new PixelScale(new double[] {0.5, 0.5, 0.5}, new double[] {0.5, 0.5, 0.5});

  /** The file's values; these where it has none. */
  public PixelScale or(Optional<ConfigNode> file) throws ConfigException {
    if (file.isEmpty()) {
      return this;
    }
    double[] means = file.get().numbers("image_mean", mean);
    double[] deviations = file.get().numbers("image_std", deviation);
    if (means.length != mean.length) {
      throw file.get().wrong("image_mean", "three numbers");
    }
    if (deviations.length != mean.length || Arrays.stream(deviations).anyMatch(d -> !(d > 0))) {
      throw file.get().wrong("image_std", "three positive numbers");
    }
    return new PixelScale(means, deviations);
  }

  /** How bytes become the tower's numbers. */
  public Normalization normalization() {
    return new Normalization(floats(mean), floats(deviation));
  }

  private static float[] floats(double[] values) {
    float[] out = new float[values.length];
    for (int i = 0; i < out.length; i++) {
      out[i] = (float) values[i];
    }
    return out;
  }
}
