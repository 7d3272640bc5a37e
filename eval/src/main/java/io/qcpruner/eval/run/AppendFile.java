package io.qcpruner.eval.run;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** The file operations a record store needs; tests put a full disk behind them. */
interface AppendFile extends Closeable {

  /** Writes at the end, all of it or an exception. */
  void append(ByteBuffer bytes) throws IOException;

  void truncate(long length) throws IOException;

  /** Opens a file; {@link RunLock} keeps others away. */
  static AppendFile open(Path file) throws IOException {
    FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    return new AppendFile() {
      @Override
      public void append(ByteBuffer bytes) throws IOException {
        channel.position(channel.size());
        while (bytes.hasRemaining()) {
          channel.write(bytes);
        }
      }

      @Override
      public void truncate(long length) throws IOException {
        channel.truncate(length);
      }

      @Override
      public void close() throws IOException {
        channel.force(true);
        channel.close();
      }
    };
  }
}
