package io.qcpruner.distill;

import ai.onnxruntime.OrtException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Makes static word vectors from a sentence encoder after the recipe of model2vec: one forward pass
 * per token, principal components, frequency weights. Writes a model2vec folder.
 *
 * <p>{@code mvn -q -Pdistill -pl distill compile exec:java -Dexec.args="minilm f16 256 DIR"}
 */
public final class Distill {

  private Distill() {}

  public static void main(String[] args) throws IOException, OrtException {
    if (args.length != 4) {
      throw new IllegalArgumentException(
          "usage: minilm|bge_zh f32|f16|int8 DIMENSIONS DIRECTORY, got " + String.join(" ", args));
    }
    Encoder source = Encoder.valueOf(args[0].toUpperCase(Locale.ROOT));
    VectorFormat format = VectorFormat.valueOf(args[1].toUpperCase(Locale.ROOT));
    int dimensions = Integer.parseInt(args[2]);
    Path folder = Files.createDirectories(Path.of(args[3]));

    Vocabulary vocabulary = new Vocabulary(source.tokenizerJson());
    float[][] states = states(source, vocabulary);
    Pca pca = Pca.fit(states, dimensions);
    double[][] rows = weighted(states, pca);

    System.out.printf(Locale.ROOT, "rows %d, width %d%n", states.length, states[0].length);
    System.out.printf(
        Locale.ROOT,
        "eigenvalues %.6f %.6f %.6f, variance kept %.6f, norm of the mean %.5f%n",
        pca.values()[0],
        pca.values()[1],
        pca.values()[2],
        pca.keptVariance(),
        norm(pca.means()));
    Files.write(folder.resolve("tokenizer.json"), vocabulary.tokenizerJson());
    TableWriter.write(folder.resolve("model.safetensors"), rows, format);
    VectorCard card = new VectorCard(source, format, rows.length, dimensions);
    Files.writeString(folder.resolve("config.json"), card.config());
    Files.writeString(folder.resolve("README.md"), card.text(folder, pca.keptVariance()));
  }

  private static float[][] states(Encoder source, Vocabulary vocabulary)
      throws IOException, OrtException {
    try (EncoderPass pass = new EncoderPass(source.onnx())) {
      return pass.run(vocabulary.oldIds(), vocabulary.oldId("[CLS]"), vocabulary.oldId("[SEP]"));
    }
  }

  private static double[][] weighted(float[][] states, Pca pca) {
    double[] weights = SifWeights.of(states.length);
    double[][] rows = new double[states.length][];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = pca.project(states[i]);
      for (int j = 0; j < rows[i].length; j++) {
        rows[i][j] *= weights[i];
      }
    }
    return rows;
  }

  private static double norm(double[] vector) {
    double sum = 0;
    for (double value : vector) {
      sum += value * value;
    }
    return Math.sqrt(sum);
  }
}
