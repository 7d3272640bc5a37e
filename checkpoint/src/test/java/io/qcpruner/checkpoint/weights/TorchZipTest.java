package io.qcpruner.checkpoint.weights;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Pickles are written here as Python would write them, one character an opcode. */
class TorchZipTest {
  private static final String STORAGE =
      "(X\7\0\0\0storagectorch\nFloatStorage\nX\1\0\0\0" + "0X\3\0\0\0cpuK\6tQ";
  private static final String GOOD =
      "\u0080\2}X\1\0\0\0w" + tensor("K\0", "K\2K\3\u0086", "K\3K\1\u0086") + "s.";

  @TempDir Path folder;

  private static String tensor(String offset, String shape, String strides) {
    return "ctorch._utils\n_rebuild_tensor_v2\n("
        + STORAGE
        + offset
        + shape
        + strides
        + "\u0089ccollections\nOrderedDict\n)RtR";
  }

  @Test
  void aDictionaryOfTensorsIsRead() throws IOException {
    Map<String, StoredTensor> tensors = TorchZip.read(zip(GOOD, 24));
    assertEquals(new TensorSpec("w", NumberType.F32, 2, 3), tensors.get("w").spec());
    byte[] file = Files.readAllBytes(folder.resolve("pytorch_model.bin"));
    assertEquals(0x55, file[(int) tensors.get("w").offset()]);
  }

  @Test
  void newerOpcodesAndParametersAreRead() throws IOException {
    // protocol 4: frame, short text, memo, stack global; a parameter around the tensor
    String pickle =
        "\u0080\4\u0095\1\0\0\0\0\0\0\0\u008C\13collections\u0094\u008C\13OrderedDict\u0093)R"
            + "(\u008C\1a"
            + "ctorch._utils\n_rebuild_parameter\n"
            + tensor("\u008A\1\2", "K\2\u0085", "K\1\u0085")
            + "\u0088N\u0087R\u008C\1b"
            + tensor("M\1\0", "J\3\0\0\0\u0085", "K\1\u0085")
            + "u}X\t\0\0\0_metadata}sb.";
    Map<String, StoredTensor> tensors = TorchZip.read(zip(pickle, 24));
    assertEquals(new TensorSpec("a", NumberType.F32, 2), tensors.get("a").spec());
    assertEquals(4, tensors.get("a").offset() - tensors.get("b").offset());
  }

  /** One tensor under two names: kept in the memo and taken from there, by every opcode. */
  @Test
  void whatIsKeptComesBack() throws IOException {
    String[][] opcodes = {
      {"q\7", "h\7"},
      {"r\7\1\0\0", "j\7\1\0\0"},
      {"\u0094", "h\0"},
      {"\u0094", "j\0\0\0\0"},
    };
    for (String[] opcode : opcodes) {
      String kept = tensor("K\0", "K\3\u0085", "K\1\u0085") + opcode[0];
      Map<String, StoredTensor> tensors =
          TorchZip.read(zip("}X\1\0\0\0w" + kept + "sX\1\0\0\0v" + opcode[1] + "s.", 24));
      assertEquals(3, tensors.get("w").spec().elements());
      assertEquals(3, tensors.get("v").spec().elements());
    }
  }

  @Test
  void integersOfEveryWidth() throws IOException {
    for (String three : new String[] {"K\3", "M\3\0", "J\3\0\0\0", "\u008A\1\3"}) {
      String pickle = "\u0080\5}X\1\0\0\0w" + tensor("K\0", three + "\u0085", "K\1\u0085") + "s.";
      assertEquals(
          new TensorSpec("w", NumberType.F32, 3), TorchZip.read(zip(pickle, 24)).get("w").spec());
    }
    String none = "\u0080\5}X\1\0\0\0w" + tensor("\u008A\0", "K\6\u0085", "K\1\u0085") + "s.";
    assertEquals(
        new TensorSpec("w", NumberType.F32, 6), TorchZip.read(zip(none, 24)).get("w").spec());
    assertFails(
        "}X\1\0\0\0w" + tensor("J\u00FF\u00FF\u00FF\u00FF", "K\3\u0085", "K\1\u0085") + "s.",
        "a tensor with wrong arguments");
    assertFails(
        "}X\1\0\0\0w" + tensor("K\0", "J\u00FF\u00FF\u00FF\u00FF\u0085", "K\1\u0085") + "s.",
        "a shape that is not a tuple of sizes");
    assertFails(
        "}X\1\0\0\0w" + tensor("K\0", "N\u0085", "K\1\u0085") + "s.",
        "a shape that is not a tuple of sizes");
  }

  /** Lists are read and refused as weights only in the end. */
  @Test
  void listsAreNoTensors() throws IOException {
    assertFails("}X\1\0\0\0w](K\1K\2es.", "w is not a tensor");
    assertFails("}X\1\0\0\0w]K\1as.", "w is not a tensor");
    assertFails("}(K\1e.", "an item is appended to something that is not a list");
  }

  @ParameterizedTest
  @CsvSource({"posix,system", "builtins,eval", "torch.storage,_load_from_bytes", "torch,device"})
  void otherGlobalsAreRefused(String module, String name) throws IOException {
    String call = "c" + module + "\n" + name + "\nX\2\0\0\0ls\u0085R.";
    assertFails(call, "the name " + module + "." + name + " is refused");
    String stacked =
        "X"
            + (char) module.length()
            + "\0\0\0"
            + module
            + "X"
            + (char) name.length()
            + "\0\0\0"
            + name
            + "\u0093)R.";
    assertFails(stacked, "the name " + module + "." + name + " is refused");
  }

  @Test
  void brokenPicklesAreNamedWithTheirOffset() throws IOException {
    assertFails("\u0080\2}", "cut off (at byte 3)");
    assertFails("\u0080\11.", "protocol 9");
    assertFails("K\1.", "holds no dictionary");
    assertFails("}}.", "2 values are left");
    assertFails(".", "0 values are left");
    assertFails("0.", "opcode 0x30 is refused");
    assertFails("X\u00FF\u00FF\u00FF\u007Fab.", "text of 2147483647 bytes is cut off");
    assertFails("X\u00FF\u00FF\u00FF\u00FFab.", "text of -1 bytes is cut off");
    assertFails("X\3\0\0\0ab", "text of 3 bytes is cut off");
    assertFails("\u008C\3ab", "text of 3 bytes is cut off");
    assertFails("X\1\0\0", "cut off (at byte 1)");
    assertFails("M\1", "cut off (at byte 1)");
    assertFails("\u0080\6.", "protocol 6 is unknown");
    assertFails("\u0095\1\0\0\0\0\0\0\u0080}.", "bad frame");
    assertFails("\u0095\1\0\0\0\0\0\0", "bad frame");
    assertFails("K\1Nb.", "BUILD of something that is not a dictionary");
    assertFails("\u008A\2a", "integer of 2 bytes");
    assertFails("h\7.", "memo 7 is empty");
    assertFails("t.", "no mark");
    assertFails("(X\1\0\0\0au.", "a key without a value");
    assertFails("}]K\1s.", "neither text nor integer");
    assertFails("K\1K\2a.", "not a list");
    assertFails("K\1K\2R.", "not a known function");
    assertFails("K\1Q.", "not a storage");
    assertFails("ccollections\nOrderedDict", "name without end");
    assertFails("]q\0h\0a]\u0093.", "a name that is not text");
    assertFails("}X\1\0\0\0wK\1s.", "w is not a tensor");
    assertFails("\u008A\11aaaaaaaaa.", "integer of 9 bytes");
  }

  @Test
  void tensorsMustFitTheirStorage() throws IOException {
    assertFails(GOOD, 20, "reaches past its storage of 20 bytes");
    assertFails(
        "}X\1\0\0\0w" + tensor("K\1", "K\2K\3\u0086", "K\3K\1\u0086") + "s.", 24, "reaches past");
    assertFails(
        "}X\1\0\0\0w" + tensor("K\0", "K\2K\3\u0086", "K\1K\2\u0086") + "s.", 24, "strides [1, 2]");
    String huge = "\u008A\10\0\0\0\0\0\0\0\u0040";
    assertFails(
        "}X\1\0\0\0w" + tensor("K\0", huge + huge + "\u0086", huge + "K\1\u0086") + "s.",
        24,
        "impossibly large");
    assertFails(
        GOOD.replace("X\1\0\0\0" + "0X", "X\1\0\0\0" + "9X"), 24, "data/9, which is missing");
  }

  @Test
  void brokenZipsAreNamed() throws IOException {
    Path path = zip(GOOD, 24);
    byte[] good = Files.readAllBytes(path);
    for (int cut = 0; cut < good.length; cut += 7) {
      Files.write(path, Arrays.copyOf(good, cut));
      String message = assertThrows(WeightsException.class, () -> TorchZip.read(path)).getMessage();
      assertTrue(message.startsWith(path.toString()), message);
    }
    Files.write(path, new byte[0]);
    assertThrows(WeightsException.class, () -> TorchZip.read(path));
  }

  @Test
  void compressedEntriesAreRefused() throws IOException {
    Path path = folder.resolve("pytorch_model.bin");
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(path))) {
      zip.putNextEntry(new ZipEntry("archive/data.pkl"));
      zip.write(GOOD.getBytes(StandardCharsets.ISO_8859_1));
      zip.closeEntry();
    }
    String message = assertThrows(WeightsException.class, () -> TorchZip.read(path)).getMessage();
    assertTrue(message.contains("archive/data.pkl is compressed"), message);
  }

  private void assertFails(String pickle, String expected) throws IOException {
    assertFails(pickle, 24, expected);
  }

  private void assertFails(String pickle, int storageBytes, String expected) throws IOException {
    Path path = zip(pickle, storageBytes);
    String message = assertThrows(WeightsException.class, () -> TorchZip.read(path)).getMessage();
    assertTrue(message.contains(expected), message);
    assertTrue(message.startsWith(path.toString()), message);
  }

  private Path zip(String pickle, int storageBytes) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      entry(zip, "archive/data.pkl", pickle.getBytes(StandardCharsets.ISO_8859_1));
      byte[] data = new byte[storageBytes];
      Arrays.fill(data, (byte) 0x55);
      entry(zip, "archive/data/0", data);
    }
    return Files.write(folder.resolve("pytorch_model.bin"), bytes.toByteArray());
  }

  private static void entry(ZipOutputStream zip, String name, byte[] content) throws IOException {
    ZipEntry entry = new ZipEntry(name);
    entry.setMethod(ZipEntry.STORED);
    entry.setSize(content.length);
    CRC32 crc = new CRC32();
    crc.update(content);
    entry.setCrc(crc.getValue());
    zip.putNextEntry(entry);
    zip.write(content);
    zip.closeEntry();
  }
}
