package io.qcpruner.text.internal.keyword;

import io.qcpruner.checkpoint.weights.HalfFloats;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes small static models for tests; the bytes are put together here, independent of readers.
 */
final class StaticFolder {

  static final String TOKENIZER =
      """
      {"version":"1.0","truncation":null,
       "padding":{"strategy":{"Fixed":128},"pad_id":0,"pad_token":"[PAD]"},
       "added_tokens":[{"id":0,"content":"[PAD]","single_word":false,"lstrip":false,"rstrip":false,
                        "normalized":false,"special":true},
                       {"id":1,"content":"[UNK]","single_word":false,"lstrip":false,"rstrip":false,
                        "normalized":false,"special":true}],
       "normalizer":{"type":"BertNormalizer","clean_text":true,"handle_chinese_chars":true,
                     "strip_accents":null,"lowercase":true},
       "pre_tokenizer":{"type":"BertPreTokenizer"},
       "model":{"type":"WordPiece","unk_token":"[UNK]","continuing_subword_prefix":"##",
                "max_input_chars_per_word":100,
                "vocab":{"[PAD]":0,"[UNK]":1,"hello":2,"world":3,"he":4,"##y":5}}}
      """;
  static final int TOKENS = 6;

  private final List<String> header = new ArrayList<>();
  private final ByteArrayOutputStream data = new ByteArrayOutputStream();

  StaticFolder add(String name, String type, String shape, double... values) {
    int begin = data.size();
    for (double value : values) {
      data.writeBytes(bytes(type, value));
    }
    header.add(
        "\"%s\":{\"dtype\":\"%s\",\"shape\":[%s],\"data_offsets\":[%d,%d]}"
            .formatted(name, type, shape, begin, data.size()));
    return this;
  }

  /** The rows of the public test models for hello and world; other tokens lie elsewhere. */
  StaticFolder table(String name, String type, double... helloWorld) {
    double[] rows = new double[2 * TOKENS];
    java.util.Arrays.fill(rows, 1);
    System.arraycopy(helloWorld, 0, rows, 4, 4);
    return add(name, type, TOKENS + ",2", rows);
  }

  byte[] safetensors(int padding) {
    byte[] json =
        ("{" + String.join(",", header) + "}" + " ".repeat(padding))
            .getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(8 + json.length + data.size())
        .order(ByteOrder.LITTLE_ENDIAN)
        .putLong(json.length)
        .put(json)
        .put(data.toByteArray())
        .array();
  }

  Path write(Path folder, String config, String inner) throws IOException {
    Files.createDirectories(folder.resolve(inner));
    Files.writeString(folder.resolve(config), "{\"normalize\": true, \"hidden_dim\": 7}");
    Files.writeString(folder.resolve(inner + "tokenizer.json"), TOKENIZER);
    Files.write(folder.resolve(inner + "model.safetensors"), safetensors(5));
    return folder;
  }

  Path write(Path folder) throws IOException {
    return write(folder, "config.json", "");
  }

  private static byte[] bytes(String type, double value) {
    ByteBuffer out = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN);
    switch (type) {
      case "F64" -> out.putDouble(value);
      case "F32" -> out.putFloat((float) value);
      case "F16" -> out.putShort(HalfFloats.toF16((float) value));
      case "I8" -> out.put((byte) value);
      case "I32" -> out.putInt((int) value);
      case "I64" -> out.putLong((long) value);
      default -> throw new IllegalArgumentException(type);
    }
    return java.util.Arrays.copyOf(out.array(), out.position());
  }
}
