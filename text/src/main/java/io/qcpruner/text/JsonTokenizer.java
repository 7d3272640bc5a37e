package io.qcpruner.text;

import ai.djl.huggingface.tokenizers.Encoding;
import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import ai.djl.huggingface.tokenizers.jni.CharSpan;
import io.qcpruner.json.JsonException;
import io.qcpruner.text.internal.check.NativeTokenizers;
import io.qcpruner.text.internal.file.TokenizerContent;
import java.io.IOException;
import java.text.Normalizer;
import java.util.Collection;
import java.util.OptionalInt;

/**
 * A {@code tokenizer.json}, run by the Hugging Face tokenizers library inside the JVM. The library
 * encodes; bytes of tokens come from the vocabulary, so that decoding can stream.
 */
final class JsonTokenizer implements Tokenizer {
  private final HuggingFaceTokenizer encoder;
  private final JsonVocabulary vocabulary;

  private JsonTokenizer(HuggingFaceTokenizer encoder, JsonVocabulary vocabulary) {
    this.encoder = encoder;
    this.vocabulary = vocabulary;
  }

  /**
   * @param json the content of tokenizer.json
   * @param label how messages call it
   */
  static JsonTokenizer of(byte[] json, String label) throws IOException {
    try {
      JsonVocabulary vocabulary = JsonVocabulary.of(TokenizerContent.read(json, label));
      return new JsonTokenizer(NativeTokenizers.open(json, label), vocabulary);
    } catch (JsonException e) {
      throw new TokenizerException(e.getMessage(), e);
    }
  }

  @Override
  public Tokens encode(String text) {
    String clean = Utf16.wellFormed(text);
    TokenBuffer out = new TokenBuffer();
    int from = 0;
    // cutting after the first character keeps the library from seeing special strings
    for (int at = vocabulary.nextAdded(clean, 0); at >= 0; ) {
      int cut = clean.offsetByCodePoints(at, 1);
      encodePart(clean, from, cut, out);
      from = cut;
      at = vocabulary.nextAdded(clean, from);
    }
    encodePart(clean, from, clean.length(), out);
    return out.tokens();
  }

  private void encodePart(String text, int from, int to, TokenBuffer out) {
    if (from == to) {
      return;
    }
    String part = text.substring(from, to);
    Encoding encoding = encoder.encode(part, false, false);
    long[] ids = encoding.getIds();
    CharSpan[] spans = encoding.getCharTokenSpans();
    CodePointOffsets offsets = new CodePointOffsets(part);
    for (int i = 0; i < ids.length; i++) {
      if (ids[i] < 0 || ids[i] >= vocabulary.pieces().length) {
        throw new IllegalArgumentException(
            "the tokenizer gave the token %d, its file names %d: ids of added tokens do not fit"
                .formatted(ids[i], vocabulary.pieces().length));
      }
      // the library counts code points, and has no span for a dummy prefix
      int start = spans[i] == null ? 0 : offsets.utf16(spans[i].getStart());
      int end =
          spans[i] == null || isDummyPrefix(i, ids[i]) ? start : offsets.utf16(spans[i].getEnd());
      out.add((int) ids[i], from + start, from + end);
    }
  }

  /** A leading blank of its own is the tokenizer's; the library gives it the first character. */
  private boolean isDummyPrefix(int index, long id) {
    return index == 0
        && dropsLeadingSpace()
        && String.valueOf(SentencePieceTokenizer.SPACE).equals(vocabulary.pieces()[(int) id]);
  }

  @Override
  public OptionalInt special(String token) {
    return vocabulary.addedId(token);
  }

  @Override
  public boolean isSpecial(int id) {
    return vocabulary.isSpecial(id);
  }

  @Override
  public Collection<String> addedTokens() {
    return vocabulary.added().keySet();
  }

  @Override
  public OptionalInt bos() {
    return dropsLeadingSpace() ? special("<s>") : OptionalInt.empty();
  }

  @Override
  public byte[] bytes(int id) {
    return vocabulary.bytes(id);
  }

  @Override
  public int size() {
    return vocabulary.size();
  }

  @Override
  public boolean dropsLeadingSpace() {
    return !vocabulary.byteLevel();
  }

  @Override
  public String spelling(String text) {
    return vocabulary.composed() ? Normalizer.normalize(text, Normalizer.Form.NFC) : text;
  }

  @Override
  public void close() {
    encoder.close();
  }
}
