package io.qcpruner.text.keyword;

import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.json.JsonException;
import io.qcpruner.text.check.TokenizerCheck;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;

/** Any other {@code tokenizer.json} through the HF library, slower but complete. */
final class HubTokenizer implements KeywordTokenizer {

  private final HuggingFaceTokenizer tokenizer;

  HubTokenizer(byte[] json, String label) throws IOException {
    // the library's own defaults cut texts, and a file may say to pad them
    Map<String, String> options =
        Map.of("truncation", "false", "padding", "false", "addSpecialTokens", "false");
    try {
      TokenizerCheck.check(json, label);
    } catch (JsonException e) {
      throw new WeightsException(e.getMessage(), e);
    }
    try {
      tokenizer = HuggingFaceTokenizer.newInstance(new ByteArrayInputStream(json), options);
    } catch (RuntimeException e) {
      throw new WeightsException(
          "%s: the tokenizer can't be used: %s".formatted(label, e.getMessage()), e);
    }
  }

  @Override
  public int[] encode(String text) {
    long[] ids = tokenizer.encode(text, false, false).getIds();
    return Arrays.stream(ids).mapToInt(Math::toIntExact).toArray();
  }
}
