package io.qcpruner.checkpoint.hub;

import io.qcpruner.json.WholeFile;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * Brings one file into the cache: goes on where an earlier attempt stopped, tries again when the
 * connection breaks, and puts nothing in place whose length or checksum is wrong.
 */
final class BlobDownload {
  /** Bytes of a file whose length the hub does not tell; only small files have none. */
  private static final long MAX_UNTOLD = 1L << 30;

  private final HubClient client;
  private final HubSettings settings;
  private final HubCache cache;
  private final DownloadProgress progress;

  BlobDownload(HubClient client, HubSettings settings, HubCache cache, DownloadProgress progress) {
    this.client = client;
    this.settings = settings;
    this.cache = cache;
    this.progress = progress;
  }

  /** The path of the finished blob. */
  Path fetch(URI address, RemoteFile file) throws IOException {
    String etag;
    long size;
    try (HubClient.Answer head = headWithRetry(address, file)) {
      if (head.status() != 200) {
        throw new HubException(
            "%s: status %d".formatted(HubSettings.shown(address), head.status()));
      }
      if (head.etag() == null) {
        throw new HubException(HubSettings.shown(address) + ": the hub gives no checksum");
      }
      etag = head.etag();
      long told = head.size() >= 0 ? head.size() : file.size();
      size = told >= 0 ? told : head.headers().firstValueAsLong("content-length").orElse(-1);
    }
    Path blob = cache.blob(etag);
    if (Files.isRegularFile(blob) && (size < 0 || Files.size(blob) == size)) {
      progress.note(file.name() + ": already here");
      return blob;
    }
    Files.createDirectories(blob.getParent());
    Path partial = blob.resolveSibling(etag + ".incomplete");
    try (FileChannel guard =
            FileChannel.open(
                blob.resolveSibling(etag + ".lock"),
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE);
        FileLock lock = lock(guard, file)) {
      assert lock.isValid();
      transferVerified(address, file, partial, etag, size);
      Files.move(partial, blob, StandardCopyOption.REPLACE_EXISTING);
    }
    Files.deleteIfExists(blob.resolveSibling(etag + ".lock"));
    progress.note(file.name() + ": complete, checksum verified");
    return blob;
  }

  private static FileLock lock(FileChannel guard, RemoteFile file) throws IOException {
    try {
      FileLock lock = guard.tryLock();
      if (lock != null) {
        return lock;
      }
    } catch (OverlappingFileLockException e) {
      throw new HubException(file.name() + " is being downloaded already", e);
    }
    throw new HubException(file.name() + " is being downloaded by another process");
  }

  private HubClient.Answer headWithRetry(URI address, RemoteFile file) throws IOException {
    return new Retry(settings, progress).run(file.name(), () -> client.head(address));
  }

  private void transferVerified(URI address, RemoteFile file, Path partial, String etag, long size)
      throws IOException {
    new Retry(settings, progress)
        .run(
            file.name(),
            () -> {
              transfer(address, file, partial, size);
              long got = Files.size(partial);
              if (size >= 0 && got != size) {
                if (got > size) {
                  Files.delete(partial);
                }
                throw new IOException("got %d of %d bytes".formatted(got, size));
              }
              String found = Checksum.of(partial, etag);
              if (!found.equals(etag)) {
                Files.delete(partial);
                throw new IOException("checksum is %s, should be %s".formatted(found, etag));
              }
              return partial;
            });
  }

  private void transfer(URI address, RemoteFile file, Path partial, long size) throws IOException {
    long have = Files.exists(partial) ? Files.size(partial) : 0;
    if (size >= 0 && have == size) {
      return;
    }
    if (size >= 0 && have > size) {
      Files.delete(partial);
      have = 0;
    }
    try (HubClient.Answer answer = client.get(address, have)) {
      boolean goesOn = answer.status() == 206 && startsAt(answer, have);
      if (answer.status() != 200 && !goesOn) {
        // a range that the server does not understand: start over next time
        Files.deleteIfExists(partial);
        throw new IOException("status " + answer.status());
      }
      // status 200 means that the server sends the file from its beginning
      append(answer.body(), file, partial, goesOn ? have : 0, size);
    }
  }

  private static boolean startsAt(HubClient.Answer answer, long offset) {
    return answer
        .headers()
        .firstValue("content-range")
        .filter(range -> range.startsWith("bytes " + offset + "-"))
        .isPresent();
  }

  private void append(InputStream body, RemoteFile file, Path partial, long from, long size)
      throws IOException {
    StandardOpenOption mode =
        from > 0 ? StandardOpenOption.APPEND : StandardOpenOption.TRUNCATE_EXISTING;
    byte[] buffer = new byte[1 << 16];
    long done = from;
    try (FileChannel out =
        FileChannel.open(partial, StandardOpenOption.CREATE, StandardOpenOption.WRITE, mode)) {
      for (int got = body.read(buffer); got >= 0; got = body.read(buffer)) {
        done += got;
        if (done > (size >= 0 ? size : MAX_UNTOLD)) {
          throw new IOException("more than %d bytes came".formatted(size >= 0 ? size : MAX_UNTOLD));
        }
        write(out, ByteBuffer.wrap(buffer, 0, got), partial);
        progress.bytes(file.name(), done, size);
      }
    }
  }

  /** The JDK names no file when the disk is full, and so it could be a failure of the network. */
  private static void write(FileChannel out, ByteBuffer bytes, Path partial) throws IOException {
    try {
      while (bytes.hasRemaining()) {
        out.write(bytes);
      }
    } catch (IOException e) {
      throw WholeFile.named(partial, e);
    }
  }
}
