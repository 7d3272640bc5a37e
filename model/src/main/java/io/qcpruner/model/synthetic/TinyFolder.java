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
    return write(recipe(model, NameLayout.B), folder);
  }

  /** The configuration with the vocabulary of the byte tokenizer. */
  public static CheckpointRecipe recipe(TinyModel model, NameLayout layout) {
    String json =
        model
            .json()
            .replaceAll("\"vocab_size\":\\d+", "\"vocab_size\":" + VOCABULARY)
            .replaceAll("\"max_position_embeddings\":\\d+", "\"max_position_embeddings\":4096")
            .replaceAll("\"(image|video)_token_(index|id)\":\\d+", "\"$1_token_$2\":9")
            .replaceAll("\"vision_start_token_id\":\\d+", "\"vision_start_token_id\":6")
            .replaceAll("\"vision_end_token_id\":\\d+", "\"vision_end_token_id\":7");
    return CheckpointRecipe.of(json, layout);
  }

  /** A checkpoint and the tokenizer beside it. */
  public static Path write(CheckpointRecipe recipe, Path folder) throws IOException {
    GeneratedCheckpoint.write(recipe, folder);
    SyntheticTokenizer.write(folder);
    return folder;
  }
}
