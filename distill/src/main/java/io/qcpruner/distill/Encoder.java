package io.qcpruner.distill;

import java.io.IOException;
import java.io.InputStream;

/** The encoders that can be distilled, as files inside jars of a package registry. */
enum Encoder {
  MINILM(
      "all-minilm-l6-v2",
      "all-minilm-l6-v2-tokenizer.json",
      "sentence-transformers/all-MiniLM-L6-v2",
      "Apache-2.0",
      "en"),
  BGE_ZH(
      "bge-small-zh-v1.5",
      "bge-small-zh-v1.5-tokenizer.json",
      "BAAI/bge-small-zh-v1.5",
      "MIT",
      "zh");

  private final String onnx;
  private final String tokenizer;
  final String model;
  final String licence;
  final String language;

  Encoder(String onnx, String tokenizer, String model, String licence, String language) {
    this.onnx = onnx + ".onnx";
    this.tokenizer = tokenizer;
    this.model = model;
    this.licence = licence;
    this.language = language;
  }

  byte[] onnx() throws IOException {
    return read(onnx);
  }

  byte[] tokenizerJson() throws IOException {
    return read(tokenizer);
  }

  String artifact() {
    return "dev.langchain4j:langchain4j-embeddings-"
        + (this == MINILM ? "all-minilm-l6-v2" : "bge-small-zh-v15");
  }

  private static byte[] read(String resource) throws IOException {
    try (InputStream in = Encoder.class.getResourceAsStream("/" + resource)) {
      if (in == null) {
        throw new IOException(resource + " is not on the class path");
      }
      return in.readAllBytes();
    }
  }
}
