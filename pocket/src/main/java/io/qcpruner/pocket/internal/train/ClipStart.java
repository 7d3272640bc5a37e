package io.qcpruner.pocket.internal.train;

import io.qcpruner.model.nn.Placement;
import io.qcpruner.model.nn.Tensors;
import io.qcpruner.pocket.PocketModel;
import io.qcpruner.pocket.PocketShape;
import io.qcpruner.pocket.scene.MovingScene;
import io.qcpruner.pocket.scene.Window;
import java.io.IOException;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.bytedeco.pytorch.Tensor;

/**
 * Starting values of the clip model: those of the picture model. A SigLIP tower has no class row
 * and no norm before its layers, so the norm is folded into the patches' weights as if all patches
 * had the same deviation; the decoder gets biases of zero.
 */
final class ClipStart {

  private static final String EMBEDDINGS = "vision.embeddings.";
  private static final double NEWLINE_STD = 0.1;

  private final Map<String, float[]> pictures = new TreeMap<>();
  private final Map<String, long[]> shapes = new TreeMap<>();
  private final Parameters target = new Parameters();

  private ClipStart(Parameters from) {
    from.all()
        .forEach(
            (name, value) -> {
              pictures.put(name, Tensors.toFloats(value));
              shapes.put(name, Tensors.shape(value));
            });
  }

  static Parameters fromPictures(long seed) throws IOException {
    try (Parameters from = TrainCheckpoint.weights(PocketModel.unpack())) {
      return new ClipStart(from).build(new Random(seed));
    }
  }

  private Parameters build(Random random) {
    pictures.forEach(
        (name, values) -> {
          boolean kept =
              name.startsWith("lm.")
                  || name.startsWith("proj.")
                  || name.startsWith("vision.encoder.");
          if (kept) {
            put(name, values, shapes.get(name));
          }
        });
    int d = PocketShape.WIDTH;
    for (int l = 0; l < PocketShape.clipDecoder(1).layers(); l++) {
      for (String part : new String[] {"q_proj", "k_proj", "v_proj"}) {
        put("lm.layers." + l + ".self_attn." + part + ".bias", new float[d], d);
      }
    }
    float[] newline = new float[d];
    for (int i = 0; i < d; i++) {
      newline[i] = (float) (NEWLINE_STD * random.nextGaussian());
    }
    put("newline", newline, d);
    embeddings();
    return target;
  }

  /** x = W p + position, then gain (x - mean x) / deviation + bias, with one deviation for all. */
  private void embeddings() {
    int d = PocketShape.TOWER_WIDTH;
    int pixels = Window.PATCH * Window.PATCH;
    float[] kernel = pictures.get(EMBEDDINGS + "patch_embedding.weight"); // [d, 3, 14, 14]
    float[] positions = pictures.get(EMBEDDINGS + "position_embedding.weight");
    float[] gain = pictures.get("vision.pre_layrnorm.weight");
    float[] bias = pictures.get("vision.pre_layrnorm.bias");
    double deviation = deviation(positions, d);
    float[] weights = new float[kernel.length];
    float[] offsets = new float[d];
    for (int c = 0; c < 3; c++) {
      // pixels come scaled for SigLIP, the kernel was made for CLIP's scale
      double scale = PixelRows.SIGLIP.deviation(c) / PixelRows.CLIP.deviation(c);
      double shift =
          (PixelRows.SIGLIP.mean(c) - PixelRows.CLIP.mean(c)) / PixelRows.CLIP.deviation(c);
      for (int p = 0; p < pixels; p++) {
        double mean = 0;
        for (int o = 0; o < d; o++) {
          mean += kernel[(o * 3 + c) * pixels + p] / (double) d;
        }
        for (int o = 0; o < d; o++) {
          double centred = (kernel[(o * 3 + c) * pixels + p] - mean) * gain[o] / deviation;
          weights[(o * 3 + c) * pixels + p] = (float) (centred * scale);
          offsets[o] += (float) (centred * shift);
        }
      }
    }
    for (int o = 0; o < d; o++) {
      offsets[o] += bias[o];
    }
    put(EMBEDDINGS + "patch_embedding.weight", weights, d, 3, Window.PATCH, Window.PATCH);
    put(EMBEDDINGS + "patch_embedding.bias", offsets, d);
    float[] table = new float[MovingScene.GRID * MovingScene.GRID * d];
    for (int i = 0; i < MovingScene.GRID * MovingScene.GRID; i++) {
      int from = (MovingScene.WINDOW.gridIndex(i) + 1) * d;
      double mean = 0;
      for (int o = 0; o < d; o++) {
        mean += positions[from + o] / (double) d;
      }
      for (int o = 0; o < d; o++) {
        table[i * d + o] = (float) ((positions[from + o] - mean) * gain[o] / deviation);
      }
    }
    put(EMBEDDINGS + "position_embedding.weight", table, MovingScene.GRID * MovingScene.GRID, d);
  }

  /** Twice the deviation of the position rows: patches add about as much. */
  private static double deviation(float[] positions, int d) {
    double sum = 0;
    for (int i = 0; i < MovingScene.GRID * MovingScene.GRID; i++) {
      int from = (MovingScene.WINDOW.gridIndex(i) + 1) * d;
      double mean = 0;
      double square = 0;
      for (int o = 0; o < d; o++) {
        mean += positions[from + o] / (double) d;
        square += positions[from + o] * (double) positions[from + o] / d;
      }
      sum += Math.sqrt(square - mean * mean);
    }
    return 2 * sum / (MovingScene.GRID * MovingScene.GRID);
  }

  private void put(String name, float[] values, long... shape) {
    Tensor tensor = Tensors.ofFloats(values, Placement.cpu(), shape);
    target.put(name, tensor);
  }
}
