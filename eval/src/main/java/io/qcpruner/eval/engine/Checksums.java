package io.qcpruner.eval.engine;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/**
 * A digest of a checkpoint folder: names, sizes and contents of small files, and the two ends of
 * large ones. Reading 14 GB before every run would cost more than it tells.
 */
final class Checksums {

  private static final int END = 1 << 20;

  private Checksums() {}

  public static String folder(Path folder) throws IOException {
    MessageDigest digest = sha256();
    List<Path> files;
    try (Stream<Path> found = Files.list(folder)) {
      files = found.filter(Files::isRegularFile).sorted().toList();
    }
    for (Path file : files) {
      long size = Files.size(file);
      digest.update((file.getFileName() + "\0" + size + "\0").getBytes(StandardCharsets.UTF_8));
      try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
        update(digest, channel, 0, size);
        update(digest, channel, Math.max(0, size - END), size);
      }
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  private static void update(MessageDigest digest, FileChannel channel, long start, long size)
      throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(END, size - start));
    while (bytes.hasRemaining() && channel.read(bytes, start + bytes.position()) >= 0) {
      // read on until the buffer is full
    }
    digest.update(bytes.flip());
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every JDK has SHA-256", e);
    }
  }
}
