package io.qcpruner.model.weights;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.qcpruner.checkpoint.weights.NumberType;
import io.qcpruner.checkpoint.weights.StoredTensor;
import io.qcpruner.checkpoint.weights.TensorSpec;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.bytedeco.pytorch.Tensor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MappedFileTest {
  @TempDir Path folder;

  @Test
  void alignedTensorsShareTheMappingAndOthersAreCopied() throws IOException {
    Path path = folder.resolve("raw");
    ByteBuffer bytes = ByteBuffer.allocate(64).order(ByteOrder.LITTLE_ENDIAN);
    bytes.position(8).putFloat(1.5f).putFloat(-2).position(33).putFloat(3).putFloat(4);
    write(path, 0, bytes);
    MappedFile file = MappedFile.open(path);
    TensorSpec spec = new TensorSpec("x", NumberType.F32, 2);
    Tensor aligned = file.tensor(new StoredTensor(spec, 8));
    Tensor again = file.tensor(new StoredTensor(spec, 8));
    Tensor misaligned = file.tensor(new StoredTensor(spec, 33));
    file.release();
    assertArrayEquals(new float[] {1.5f, -2}, CheckpointTest.floats(aligned));
    assertArrayEquals(new float[] {3, 4}, CheckpointTest.floats(misaligned));
    assertEquals(aligned.data_ptr().address(), again.data_ptr().address());
    assertEquals(0, misaligned.data_ptr().address() % 4);
    assertNotEquals(aligned.data_ptr().address() + 25, misaligned.data_ptr().address());
  }

  @Test
  void tensorsBeyondTwoGibibytesAreReached() throws IOException {
    Path path = folder.resolve("sparse");
    long at = 5L << 30;
    try (RandomAccessFile sparse = new RandomAccessFile(path.toFile(), "rw")) {
      sparse.setLength(at + 16);
    }
    write(
        path,
        at + 4,
        ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putFloat(7).putFloat(8));
    MappedFile file = MappedFile.open(path);
    // a tensor that is itself over 2 GiB, and one after it
    Tensor wide = file.tensor(new StoredTensor(new TensorSpec("w", NumberType.F32, at / 4 + 4), 0));
    Tensor last = file.tensor(new StoredTensor(new TensorSpec("x", NumberType.F32, 2), at + 4));
    file.release();
    assertEquals(at / 4 + 4, wide.numel());
    assertArrayEquals(new float[] {7, 8}, CheckpointTest.floats(last));
  }

  private static void write(Path path, long at, ByteBuffer bytes) throws IOException {
    try (FileChannel channel =
        FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      channel.write(bytes.rewind(), at);
    }
  }
}
