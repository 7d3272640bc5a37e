package io.qcpruner.text.internal.keyword;

import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.json.JsonException;
import io.qcpruner.text.internal.check.NativeTokenizers;
import java.io.IOException;
import java.util.Arrays;

/** Any other {@code tokenizer.json} through the HF library, slower but complete. */
final class HubTokenizer implements KeywordTokenizer {

  private final HuggingFaceTokenizer tokenizer;

  HubTokenizer(byte[] json, String label) throws IOException {
    try {
      tokenizer = NativeTokenizers.open(json, label);
    } catch (JsonException e) {
      throw new WeightsException(e.getMessage(), e);
    }
  }

  @Override
  public int[] encode(String text) {
    long[] ids = tokenizer.encode(text, false, false).getIds();
    return Arrays.stream(ids).mapToInt(Math::toIntExact).toArray();
  }
}
