package io.qcpruner.media.internal.image;

import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** The image formats that are read, told apart by their first bytes, never by a file name. */
enum ImageFormat {
  PNG,
  JPEG,
  WEBP,
  GIF,
  BMP;

  /** The format whose signature the bytes start with. */
  public static Optional<ImageFormat> of(byte[] data) {
    if (starts(data, 0, "\u0089PNG\r\n\u001a\n")) {
      return Optional.of(PNG);
    }
    if (starts(data, 0, "\u00ff\u00d8\u00ff")) {
      return Optional.of(JPEG);
    }
    if (starts(data, 0, "RIFF") && starts(data, 8, "WEBP")) {
      return Optional.of(WEBP);
    }
    if (starts(data, 0, "GIF87a") || starts(data, 0, "GIF89a")) {
      return Optional.of(GIF);
    }
    return starts(data, 0, "BM") ? Optional.of(BMP) : Optional.empty();
  }

  private static boolean starts(byte[] data, int offset, String signature) {
    byte[] expected = signature.getBytes(StandardCharsets.ISO_8859_1);
    if (data.length < offset + expected.length) {
      return false;
    }
    for (int i = 0; i < expected.length; i++) {
      if (data[offset + i] != expected[i]) {
        return false;
      }
    }
    return true;
  }
}
