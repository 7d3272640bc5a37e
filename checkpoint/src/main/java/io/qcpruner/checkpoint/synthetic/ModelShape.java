package io.qcpruner.checkpoint.synthetic;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * The shape of a full-size model, for measurements on generated weights.
 *
 * @param id name on the command line
 * @param json configuration with all layers, in the nested form of transformers
 * @param names how the published files of this model name their tensors
 * @param promptRows rows of the usual unpruned prompt
 */
public record ModelShape(String id, String json, NameLayout names, int promptRows) {

  /** A copy with another number of decoder layers. */
  public ModelShape withLayers(int layers) {
    if (layers < 1) {
      throw new IllegalArgumentException("a decoder of " + layers + " layers");
    }
    return withDecoder("num_hidden_layers", layers);
  }

  /** A copy with another value of one decoder field. */
  public ModelShape withDecoder(String field, int value) {
    try {
      ObjectNode root = (ObjectNode) new ObjectMapper().readTree(json);
      ((ObjectNode) root.get("text_config")).put(field, value);
      return new ModelShape(id, root.toString(), names, promptRows);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
