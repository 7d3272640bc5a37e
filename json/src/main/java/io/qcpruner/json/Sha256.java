package io.qcpruner.json;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256, which every Java runtime has, of bytes, texts and files; as 64 lower-case digits. */
public final class Sha256 {
  private Sha256() {}

  /** For content that comes in parts; {@link #hex(MessageDigest)} ends it. */
  public static MessageDigest start() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java runtime has SHA-256", e);
    }
  }

  public static String hex(MessageDigest parts) {
    return HexFormat.of().formatHex(parts.digest());
  }

  public static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(start().digest(bytes));
  }

  public static String hex(String text) {
    return hex(text.getBytes(StandardCharsets.UTF_8));
  }

  /** The digest of a file of any size. */
  public static String hex(Path file) throws IOException {
    MessageDigest digest = start();
    byte[] part = new byte[1 << 16];
    try (InputStream in = Files.newInputStream(file)) {
      for (int n = in.read(part); n >= 0; n = in.read(part)) {
        digest.update(part, 0, n);
      }
    }
    return hex(digest);
  }
}
