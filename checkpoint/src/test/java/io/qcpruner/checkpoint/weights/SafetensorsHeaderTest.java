package io.qcpruner.checkpoint.weights;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SafetensorsHeaderTest {
  private static final String GOOD = "{'x':{'dtype':'F32','shape':[2],'data_offsets':[0,8]}}";

  @TempDir Path folder;

  @Test
  void aGoodHeaderIsRead() throws IOException {
    try (SafetensorsFile file = SafetensorsFile.open(write(GOOD, 8))) {
      StoredTensor x = file.tensor("x");
      assertEquals(8 + GOOD.length(), x.offset());
      assertEquals(8, x.length());
    }
  }

  @ParameterizedTest(name = "{1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
      {'x':{'dtype':'F32','shape':[2],'data_offsets':[0,8]}}                        | 4  | truncated
      {'x':{'dtype':'F32','shape':[2],'data_offsets':[0,8]}}                        | 12 | accounts for
      {'x':{'dtype':'F32','shape':[3],'data_offsets':[0,8]}}                        | 8  | needs 12 bytes
      {'x':{'dtype':'F32','shape':[2],'data_offsets':[8,0]}}                        | 8  | needs 8 bytes
      {'x':{'dtype':'F32','shape':[2],'data_offsets':[4,12]}}                       | 12 | gap
      {'x':{'dtype':'F32','shape':[1],'data_offsets':[0,4]},'y':{'dtype':'F16','shape':[1],'data_offsets':[2,4]}} | 4 | overlap
      {'x':{'dtype':'F32','shape':[1],'data_offsets':[0,4]},'x':{'dtype':'F32','shape':[1],'data_offsets':[4,8]}} | 8 | has the field x twice
      {'x':{'dtype':'F33','shape':[2],'data_offsets':[0,8]}}                        | 8  | unknown number type F33
      {'x':{'dtype':'F32','shape':[-2],'data_offsets':[0,8]}}                       | 8  | impossible value -2
      {'x':{'dtype':'F32','shape':[4294967296,4294967296],'data_offsets':[0,8]}}    | 8  | impossibly large
      {'x':{'dtype':'F32','shape':[99999999999999999999],'data_offsets':[0,8]}}     | 8  | impossible value
      {'x':{'dtype':'F32','shape':[2.5],'data_offsets':[0,8]}}                      | 8  | x.shape
      {'x':{'dtype':'F32','shape':[2],'data_offsets':[0]}}                          | 8  | two data_offsets
      {'x':{'dtype':'F32','shape':[2]}}                                             | 8  | two data_offsets
      {'x':{'dtype':'F32','shape':[2],'data_offsets':[0,8],'z':1}}                  | 8  | unknown field z
      {'x':[1]}                                                                     | 8  | START_OBJECT
      []                                                                            | 0  | the header
      {'x':                                                                         | 0  | is not JSON
      {} {}                                                                         | 0  | after the end
      {'__metadata__':{'a':{'b':{'c':{'d':1}}}}}                                    | 0  | __metadata__.a
      """)
  void aWrongHeaderIsNamed(String json, int dataBytes, String expected) throws IOException {
    Path path = write(json, dataBytes);
    String message =
        assertThrows(WeightsException.class, () -> SafetensorsFile.open(path)).getMessage();
    assertTrue(
        message.contains(expected.replace('\'', '"')) || message.contains(expected), message);
    assertTrue(message.startsWith(path.toString()), message);
  }

  @ParameterizedTest
  @CsvSource({"1000", "-1", "0", "9223372036854775807", "100000001"})
  void aLyingHeaderLengthIsRefusedBeforeAllocation(long length) throws IOException {
    Path path = folder.resolve("lie.safetensors");
    ByteBuffer bytes = ByteBuffer.allocate(64).order(ByteOrder.LITTLE_ENDIAN).putLong(length);
    Files.write(path, bytes.array());
    String message =
        assertThrows(WeightsException.class, () -> SafetensorsFile.open(path)).getMessage();
    assertTrue(message.contains("header length " + Long.toUnsignedString(length)), message);
  }

  @Test
  void aFileOfAFewBytesIsTooShort() throws IOException {
    Path path = Files.write(folder.resolve("few"), new byte[5]);
    String message =
        assertThrows(WeightsException.class, () -> SafetensorsFile.open(path)).getMessage();
    assertTrue(message.contains("only 5 bytes"), message);
  }

  private Path write(String json, int dataBytes) throws IOException {
    byte[] header = json.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    ByteBuffer bytes =
        ByteBuffer.allocate(8 + header.length + dataBytes).order(ByteOrder.LITTLE_ENDIAN);
    bytes.putLong(header.length).put(header);
    return Files.write(folder.resolve("file.safetensors"), bytes.array());
  }
}
