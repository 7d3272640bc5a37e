package io.qcpruner.server.local;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/**
 * A short name for the files of a checkpoint: names, lengths and both ends of each file. Reading
 * all of a 14 GB checkpoint would take longer than opening it.
 */
public final class CheckpointDigest {
  private static final int ENDS = 64 << 10;
  private static final int DIGITS = 12;

  private CheckpointDigest() {}

  public static String of(Path folder) throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.list(folder)) {
      files = all.filter(Files::isRegularFile).sorted().toList();
    }
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      for (Path file : files) {
        digest.update(file.getFileName().toString().getBytes(StandardCharsets.UTF_8));
        ends(file, digest);
      }
      return HexFormat.of().formatHex(digest.digest()).substring(0, DIGITS);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  private static void ends(Path file, MessageDigest digest) throws IOException {
    try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
      long length = in.length();
      digest.update(ByteBuffer.allocate(Long.BYTES).putLong(length).array());
      byte[] part = new byte[(int) Math.min(ENDS, length)];
      in.readFully(part);
      digest.update(part);
      in.seek(length - part.length);
      in.readFully(part);
      digest.update(part);
    }
  }
}
