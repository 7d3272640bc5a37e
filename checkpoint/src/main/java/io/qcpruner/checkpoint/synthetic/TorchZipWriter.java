package io.qcpruner.checkpoint.synthetic;

import io.qcpruner.checkpoint.synthetic.SyntheticCheckpoint.Item;
import io.qcpruner.checkpoint.weights.HalfFloats;
import io.qcpruner.checkpoint.weights.NumberType;
import io.qcpruner.checkpoint.weights.SeededValues;
import io.qcpruner.checkpoint.weights.TensorSpec;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Writes a state dictionary the way {@code torch.save} does: a ZIP of stored entries. */
final class TorchZipWriter {
  private TorchZipWriter() {}

  static void write(Path path, List<Item> items) throws IOException {
    List<TensorSpec> specs = items.stream().map(Item::spec).toList();
    try (ZipOutputStream zip =
        new ZipOutputStream(new BufferedOutputStream(Files.newOutputStream(path)))) {
      entry(zip, "archive/data.pkl", StateDictPickle.of(specs));
      entry(zip, "archive/byteorder", "little".getBytes(StandardCharsets.US_ASCII));
      for (int i = 0; i < items.size(); i++) {
        entry(zip, "archive/data/" + i, elements(items.get(i)));
      }
      entry(zip, "archive/version", "3\n".getBytes(StandardCharsets.US_ASCII));
    }
  }

  private static byte[] elements(Item item) {
    NumberType type = item.spec().type();
    SeededValues values = SeededValues.of(item.canonical(), item.spec().shape());
    int length = Math.toIntExact(item.spec().byteLength());
    ByteBuffer bytes = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    for (long i = 0; bytes.hasRemaining(); i++) {
      float value = values.at(i);
      switch (type) {
        case F32 -> bytes.putFloat(value);
        case F16 -> bytes.putShort(HalfFloats.toF16(value));
        case BF16 -> bytes.putShort(HalfFloats.toBf16(value));
        default -> throw new IllegalArgumentException("no PyTorch storage here for " + type);
      }
    }
    return bytes.array();
  }

  private static void entry(ZipOutputStream zip, String name, byte[] content) throws IOException {
    ZipEntry entry = new ZipEntry(name);
    entry.setMethod(ZipEntry.STORED);
    entry.setSize(content.length);
    CRC32 crc = new CRC32();
    crc.update(content);
    entry.setCrc(crc.getValue());
    entry.setTime(315_532_800_000L); // the same bytes at any time: 1980, the first ZIP year
    zip.putNextEntry(entry);
    zip.write(content);
    zip.closeEntry();
  }
}
