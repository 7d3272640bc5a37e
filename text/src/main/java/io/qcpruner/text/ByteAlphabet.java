package io.qcpruner.text;

import java.util.Arrays;

/** GPT-2's printable stand-ins for the 256 bytes. */
final class ByteAlphabet {
  private static final short[] TO_BYTE = new short[512];

  static {
    Arrays.fill(TO_BYTE, (short) -1);
    int next = 256;
    for (int b = 0; b < 256; b++) {
      boolean printable = b >= '!' && b <= '~' || b >= 0xA1 && b <= 0xAC || b >= 0xAE;
      TO_BYTE[printable ? b : next++] = (short) b;
    }
  }

  private ByteAlphabet() {}

  /** The bytes of a vocabulary entry; null if a character stands for no byte. */
  static byte[] bytes(String piece) {
    byte[] out = new byte[piece.length()];
    for (int i = 0; i < out.length; i++) {
      char c = piece.charAt(i);
      if (c >= TO_BYTE.length || TO_BYTE[c] < 0) {
        return null;
      }
      out[i] = (byte) TO_BYTE[c];
    }
    return out;
  }
}
