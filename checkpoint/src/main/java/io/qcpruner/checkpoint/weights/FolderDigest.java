package io.qcpruner.checkpoint.weights;

import io.qcpruner.json.Sha256;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.List;
import java.util.stream.Stream;

/**
 * A digest of a checkpoint folder: names, sizes and contents of small files, and the two ends of
 * large ones. Reading 14 GB before every run would cost more than it tells.
 */
public final class FolderDigest {

  private static final int END = 1 << 20;

  private FolderDigest() {}

  public static String of(Path folder) throws IOException {
    MessageDigest digest = Sha256.start();
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
    return Sha256.hex(digest);
  }

  private static void update(MessageDigest digest, FileChannel channel, long start, long size)
      throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(END, size - start));
    while (bytes.hasRemaining() && channel.read(bytes, start + bytes.position()) >= 0) {
      // read on until the buffer is full
    }
    digest.update(bytes.flip());
  }
}
