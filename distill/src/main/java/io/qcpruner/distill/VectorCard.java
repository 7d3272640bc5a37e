package io.qcpruner.distill;

import io.qcpruner.json.Sha256;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** The two small files of the folder: what a loader needs to know, and what a person does. */
record VectorCard(Encoder source, VectorFormat format, int rows, int dimensions) {

  /** The keys of model2vec; only {@code normalize} matters to a reader. */
  String config() {
    return """
        {
            "model_type": "model2vec",
            "architectures": ["StaticModel"],
            "tokenizer_name": "%s",
            "apply_pca": %d,
            "sif_coefficient": %s,
            "hidden_dim": %d,
            "seq_length": 1000000,
            "normalize": true,
            "pooling": "mean",
            "embedding_dtype": "%s"
        }
        """
        .formatted(source.model, dimensions, SifWeights.COEFFICIENT, dimensions, format.numpyName);
  }

  String text(Path folder, double keptVariance) throws IOException {
    return String.format(
        Locale.ROOT,
        """
        ---
        library_name: model2vec
        license: %s
        base_model: %s
        language: %s
        ---
        # Static word vectors distilled from %s

        %d rows of %d numbers, one per token of the source vocabulary (unused entries and the marks
        `[CLS]`, `[SEP]`, `[MASK]` left out). Each row is the mean of the encoder's last hidden states for
        `[CLS] token [SEP]`, projected on the first %d principal components (%.4f of the variance) and
        weighted by smooth inverse frequency (a = 1e-4, row number as rank). %s

        | | |
        |---|---|
        | source | %s, ONNX weights of the Maven artifact `%s` |
        | licence | %s, as the source |
        | made by | `mvn -q -Pdistill -pl distill compile exec:java -Dexec.args="%s %s %d DIR"` |
        | SHA-256 of model.safetensors | `%s` |
        | SHA-256 of tokenizer.json | `%s` |

        It ranks the words of a prompt against the prompt. It was not trained further on text, so it is not
        `potion-base-8M`, which the paper used; keywords can differ.
        """,
        source.licence.toLowerCase(Locale.ROOT),
        source.model,
        source.language,
        source.model,
        rows,
        dimensions,
        dimensions,
        keptVariance,
        storage(),
        source.model,
        source.artifact(),
        source.licence,
        source.name().toLowerCase(Locale.ROOT),
        format.name().toLowerCase(Locale.ROOT),
        dimensions,
        Sha256.hex(folder.resolve("model.safetensors")),
        Sha256.hex(folder.resolve("tokenizer.json")));
  }

  private String storage() {
    return switch (format) {
      case F32, F16 -> "Stored as " + format.numpyName + ".";
      case INT8 -> "Stored as int8 with one scale for the table, which no cosine needs.";
    };
  }
}
