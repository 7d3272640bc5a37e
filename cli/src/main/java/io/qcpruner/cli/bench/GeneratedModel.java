package io.qcpruner.cli.bench;

import io.qcpruner.checkpoint.synthetic.CheckpointRecipe;
import io.qcpruner.checkpoint.synthetic.ModelShape;
import io.qcpruner.checkpoint.synthetic.SyntheticTokenizer;
import io.qcpruner.checkpoint.weights.NumberType;
import io.qcpruner.model.backbone.BackboneFamilies;
import io.qcpruner.model.synthetic.GeneratedCheckpoint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import picocli.CommandLine.Option;

/** A checkpoint that is written first if its shape is given and it is not there. */
public final class GeneratedModel {

  @Option(names = "--shape", paramLabel = "NAME", description = "Shape to generate.")
  private String shape;

  @Option(names = "--decoder-layers", paramLabel = "N", description = "Generate fewer layers.")
  private Integer layers;

  @Option(
      names = "--type",
      paramLabel = "TYPE",
      defaultValue = "F32",
      description = "Number type to generate: F32, BF16 or F16 (default: ${DEFAULT-VALUE}).")
  private NumberType type;

  /** Writes the checkpoint unless the folder holds one or no shape was given. */
  public void writeTo(Path folder) throws IOException {
    write(folder, UnaryOperator.identity());
  }

  /** Generates it with a tokenizer of bytes, so that it can be asked. */
  public void writeWithTokenizer(Path folder) throws IOException {
    if (write(folder, SyntheticTokenizer::withItsIds)) {
      SyntheticTokenizer.write(folder);
    }
  }

  private boolean write(Path folder, UnaryOperator<String> change) throws IOException {
    if (shape == null || Files.exists(folder.resolve("config.json"))) {
      return false;
    }
    ModelShape known = BackboneFamilies.shape(shape);
    String config = layers == null ? known.json() : known.withLayers(layers).json();
    GeneratedCheckpoint.write(
        CheckpointRecipe.of(change.apply(config), known.names()).with(type), folder);
    return true;
  }
}
