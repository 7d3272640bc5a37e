package io.qcpruner.text;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Turns ids into text one at a time. What {@link #next} returns never has to be taken back: bytes
 * of an incomplete character wait for the next token. Belongs to one generation.
 */
final class TextDecoder {
  private final Tokenizer tokenizer;
  private final CharsetDecoder utf8 =
      StandardCharsets.UTF_8
          .newDecoder()
          .onMalformedInput(CodingErrorAction.REPLACE)
          .onUnmappableCharacter(CodingErrorAction.REPLACE);
  private byte[] pending = new byte[0];
  private boolean atStart;

  public TextDecoder(Tokenizer tokenizer) {
    this.tokenizer = tokenizer;
    this.atStart = tokenizer.dropsLeadingSpace();
  }

  /** The text that this token completes; often empty for parts of a character. */
  public String next(int id) {
    byte[] bytes = tokenizer.bytes(id);
    if (atStart && bytes.length > 0) {
      atStart = false;
      if (bytes[0] == ' ') {
        bytes = Arrays.copyOfRange(bytes, 1, bytes.length);
      }
    }
    return decode(bytes, false);
  }

  /** What is left at the end: a replacement character for a cut-off one. */
  public String finish() {
    String rest = decode(new byte[0], true);
    utf8.reset();
    return rest;
  }

  private String decode(byte[] more, boolean last) {
    ByteBuffer in = ByteBuffer.allocate(pending.length + more.length);
    in.put(pending).put(more).flip();
    // one byte gives at most one character
    CharBuffer out = CharBuffer.allocate(in.remaining() + 2);
    utf8.decode(in, out, last);
    if (last) {
      utf8.flush(out);
    }
    pending = new byte[in.remaining()];
    in.get(pending);
    return out.flip().toString();
  }
}
