package io.qcpruner.text.internal.keyword;

import io.qcpruner.checkpoint.weights.NumberType;
import io.qcpruner.checkpoint.weights.SafetensorsHeader;
import io.qcpruner.checkpoint.weights.StoredTensor;
import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.json.JsonException;
import io.qcpruner.json.JsonReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Map;

/**
 * Puts a static model together from its three files.
 *
 * @param source how messages and results call the model
 * @param tableName name of the tensor with the rows
 */
record StaticModelReader(String source, String tableName) {

  StaticModel read(byte[] config, ByteBuffer weights, byte[] tokenizer) throws IOException {
    String weightsLabel = source + "/model.safetensors";
    String tokenizerLabel = source + "/tokenizer.json";
    Map<String, StoredTensor> tensors = SafetensorsHeader.of(weights, weightsLabel).tensors();
    TokenizerFile file = TokenizerFile.read(tokenizer, tokenizerLabel);
    VectorTable table = table(weights, tensors.get(tableName));
    TensorColumn columns = new TensorColumn(weights, weightsLabel, file.tokens().length);
    int[] mapping = columns.rows(tensors.get("mapping"), table.rows());
    if (mapping == null && table.rows() != file.tokens().length) {
      throw new WeightsException(
          "%s: %s has %d rows, the tokenizer %d tokens, and there is no mapping"
              .formatted(weightsLabel, tableName, table.rows(), file.tokens().length));
    }
    return new StaticModel(
        source,
        file,
        file.isPlainBert()
            ? new WordPieceTokenizer(file)
            : new HubTokenizer(tokenizer, tokenizerLabel),
        table,
        columns.factors(tensors.get("weights")),
        mapping,
        normalize(config));
  }

  private VectorTable table(ByteBuffer weights, StoredTensor stored) throws WeightsException {
    if (stored == null) {
      throw new WeightsException(
          "%s/model.safetensors: no tensor named %s".formatted(source, tableName));
    }
    NumberType type = stored.spec().type();
    long[] shape = stored.spec().shape();
    if (!VectorTable.supports(type) || shape.length != 2 || shape[0] == 0 || shape[1] == 0) {
      throw new WeightsException(
          "%s/model.safetensors: %s must be two-dimensional F32, F16, I8 or F64"
              .formatted(source, stored.spec()));
    }
    // the header was checked against the length of the buffer, so all of this fits in an int
    VectorTable table =
        new VectorTable(weights, (int) stored.offset(), type, (int) shape[0], (int) shape[1]);
    int unusable = table.firstUnusable();
    if (unusable >= 0) {
      throw new WeightsException(
          "%s/model.safetensors: row %d of %s holds NaN or infinity"
              .formatted(source, unusable, tableName));
    }
    return table;
  }

  /** The one key that matters to a reader; false when it is missing. */
  private boolean normalize(byte[] config) throws IOException {
    try {
      return JsonReader.PYTHON
          .object(config, source + "/config.json")
          .path("normalize")
          .asBoolean(false);
    } catch (JsonException e) {
      throw new WeightsException(e.getMessage(), e);
    }
  }
}
