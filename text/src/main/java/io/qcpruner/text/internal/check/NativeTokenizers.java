package io.qcpruner.text.internal.check;

import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import io.qcpruner.json.JsonException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;

/** The only way to the native tokenizer library: files are checked first, and it stays at home. */
public final class NativeTokenizers {

  /** Unless told not to, the library asks a cloud's metadata service and reports to its makers. */
  private static final String NO_REPORTS = "OPT_OUT_TRACKING";

  /** The library's own defaults cut texts, and a file may have its last user's settings. */
  private static final Map<String, String> OPTIONS =
      Map.of("truncation", "false", "padding", "false", "addSpecialTokens", "false");

  private NativeTokenizers() {}

  /** The library is unpacked once; a failure is told to everybody who needs it. */
  private record Unpacked(Optional<IOException> failure) {
    void require() throws IOException {
      if (failure.isPresent()) {
        throw new IOException("the tokenizer library can't be unpacked", failure.get());
      }
    }
  }

  private static final class Once {
    static final Unpacked LIBRARY = unpack();

    private static Unpacked unpack() {
      try {
        LibraryLogging.begin();
        TokenizerLibrary.unpack();
        return new Unpacked(Optional.empty());
      } catch (IOException e) {
        return new Unpacked(Optional.of(e));
      }
    }
  }

  /**
   * Checks a tokenizer.json and opens it; texts are encoded whole, without special tokens.
   *
   * @param json the content of the file
   * @param label how messages call it
   */
  public static HuggingFaceTokenizer open(byte[] json, String label) throws IOException {
    TokenizerCheck.check(json, label);
    System.setProperty(NO_REPORTS, "true");
    Once.LIBRARY.require();
    try {
      return HuggingFaceTokenizer.newInstance(new ByteArrayInputStream(json), OPTIONS);
    } catch (RuntimeException e) {
      throw new JsonException(label, "refused by the tokenizer library: " + e.getMessage());
    }
  }
}
