package io.qcpruner.cli.demo;

import io.qcpruner.checkpoint.weights.NumberType;
import io.qcpruner.checkpoint.weights.SafetensorsWriter;
import io.qcpruner.checkpoint.weights.TensorSpec;
import io.qcpruner.core.prune.Stage;
import io.qcpruner.model.Ask;
import io.qcpruner.model.EncodedVisual;
import io.qcpruner.model.LayerCues;
import io.qcpruner.model.VisionLanguageModel;
import io.qcpruner.model.nn.Tensors;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** Visual tokens of a scene in the form that {@code select} reads. */
final class DemoTokens {
  private DemoTokens() {}

  /**
   * Writes the tower's rows of a picture and how well each fits the question, as QCPruner sees it
   * at its layer.
   */
  static void write(VisionLanguageModel model, EncodedVisual seen, Ask ask, Path file)
      throws IOException {
    if (!(model.method("qcpruner").stages().get(0) instanceof Stage.AfterLayer after)) {
      throw new AssertionError("QCPruner prunes inside the decoder");
    }
    LayerCues cues = model.cues(seen, ask);
    float[] utility = cues.layers().get(after.layer()).utility();
    float[] rows = Tensors.toFloats(seen.output().towerRows());
    int dim = (int) Tensors.shape(seen.output().towerRows())[1];
    // class rows, if the tower has any, come before the patches
    int skipped = rows.length / dim - utility.length;
    List<TensorSpec> specs =
        List.of(
            new TensorSpec("features", NumberType.F32, utility.length, dim),
            new TensorSpec("utility", NumberType.F32, utility.length));
    try (SafetensorsWriter out = new SafetensorsWriter(file, specs)) {
      out.floats(Arrays.copyOfRange(rows, skipped * dim, rows.length)).floats(utility);
      out.finish();
    }
  }
}
