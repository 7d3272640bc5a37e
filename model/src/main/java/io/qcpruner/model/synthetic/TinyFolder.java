package io.qcpruner.model.synthetic;

import io.qcpruner.checkpoint.synthetic.CheckpointRecipe;
import io.qcpruner.checkpoint.synthetic.NameLayout;
import io.qcpruner.checkpoint.synthetic.SyntheticTokenizer;
import io.qcpruner.checkpoint.synthetic.TinyModel;
import java.io.IOException;
import java.nio.file.Path;

/**
 * A tiny checkpoint that answers: one of the tiny configurations, its vocabulary made large enough
 * for the byte tokenizer that lies beside it. Its answers are gibberish, but every part of the way
 * runs.
 */
public final class TinyFolder {
  private static final int VOCABULARY = 288;

  private TinyFolder() {}

  public static Path write(TinyModel model, Path folder) throws IOException {
    return write(recipe(model, model.names()), folder);
  }

  /** The configuration with the vocabulary of the byte tokenizer. */
  public static CheckpointRecipe recipe(TinyModel model, NameLayout layout) {
    String json =
        SyntheticTokenizer.withItsIds(model.json())
            .replaceAll("\"vocab_size\":\\d+", "\"vocab_size\":" + VOCABULARY)
            .replaceAll("\"max_position_embeddings\":\\d+", "\"max_position_embeddings\":4096");
    return CheckpointRecipe.of(json, layout);
  }

  /** A checkpoint and the tokenizer beside it. */
  public static Path write(CheckpointRecipe recipe, Path folder) throws IOException {
    GeneratedCheckpoint.write(recipe, folder);
    SyntheticTokenizer.write(folder);
    return folder;
  }
}
