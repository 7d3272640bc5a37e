package io.qcpruner.checkpoint.hub;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** What a hub calls its files: SHA-256 of large ones, git's blob hash of small ones. */
final class Checksum {
  private Checksum() {}

  /** The checksum of a file, of the kind that the expected one is. */
  static String of(Path file, String expected) throws IOException {
    boolean git = expected.length() == 40;
    MessageDigest digest = digest(git ? "SHA-1" : "SHA-256");
    if (git) {
      digest.update(("blob " + Files.size(file) + "\0").getBytes(StandardCharsets.US_ASCII));
    }
    byte[] buffer = new byte[1 << 16];
    try (InputStream in = Files.newInputStream(file)) {
      for (int got = in.read(buffer); got >= 0; got = in.read(buffer)) {
        digest.update(buffer, 0, got);
      }
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  private static MessageDigest digest(String algorithm) {
    try {
      return MessageDigest.getInstance(algorithm);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(algorithm + " is part of every JDK", e);
    }
  }
}
