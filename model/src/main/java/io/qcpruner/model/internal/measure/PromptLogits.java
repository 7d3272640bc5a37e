package io.qcpruner.model.internal.measure;

import io.qcpruner.model.Ask;
import io.qcpruner.model.PipelineObserver;
import io.qcpruner.model.Prefilled;
import io.qcpruner.model.Prompt;
import io.qcpruner.model.VisionLanguageModel;
import io.qcpruner.model.decoder.Decoder;
import io.qcpruner.model.nn.Scopes;
import io.qcpruner.model.nn.Tensors;
import io.qcpruner.model.nn.Workspace;
import java.util.Arrays;
import java.util.List;
import org.bytedeco.pytorch.Tensor;

/** A text as one prompt: all rows go through the decoder together, as in a prefill. */
final class PromptLogits implements TextLogits {
  /** Rows whose logits are made together: 64 of a vocabulary of 150 000 are 38 MB. */
  private static final int BLOCK = 64;

  private final VisionLanguageModel model;
  private float[] hidden; // [rows, D] leaving the last layer
  private int width;
  private int row;
  private float[] block; // logits of some rows
  private int blockStart;
  private int vocabulary;

  PromptLogits(VisionLanguageModel model) {
    this.model = model;
  }

  @Override
  public void start(int[] ids) {
    LastLayer observer = new LastLayer();
    model.ask(List.of(), Ask.of(new Prompt.Ids(ids, new int[0])).withMaxNewTokens(0), observer);
    width = observer.width;
    hidden = observer.rows;
    row = 0;
    block = null;
  }

  @Override
  public float[] next() {
    if (block == null || row == blockStart + block.length / vocabulary) {
      makeBlock();
    }
    int at = (row - blockStart) * vocabulary;
    row++;
    return Arrays.copyOfRange(block, at, at + vocabulary);
  }

  private void makeBlock() {
    Decoder decoder = model.backbone().decoder();
    int count = Math.min(BLOCK, hidden.length / width - row);
    float[] rows = Arrays.copyOfRange(hidden, row * width, (row + count) * width);
    block =
        Scopes.compute(
            () -> {
              try (Workspace workspace = new Workspace(decoder.placement())) {
                Tensor some = Tensors.ofFloats(rows, decoder.placement(), 1, count, width);
                return Tensors.toFloats(decoder.logits(some, workspace));
              }
            });
    vocabulary = block.length / count;
    blockStart = row;
  }

  @Override
  public void close() {
    hidden = null;
    block = null;
  }

  /** Keeps the rows that leave the last layer. */
  private static final class LastLayer implements PipelineObserver {
    private float[] rows;
    private int width;

    @Override
    public void afterPrefill(Prefilled prompt, Tensor hidden) {
      width = Math.toIntExact(hidden.size(2));
      rows = Tensors.toFloats(hidden);
    }
  }
}
