package io.qcpruner.text.internal.keyword;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.testkit.Seeded;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Damaged files end in one kind of exception, never in another and never in a crash. */
@ExtendWith(Seeded.class)
class DamagedModelTest {

  private static final byte[] CONFIG = "{\"normalize\": true}".getBytes(StandardCharsets.UTF_8);
  private static final byte[] WEIGHTS =
      new StaticFolder()
          .table("embeddings", "F32", 1, 2, 3, 4)
          .add("weights", "F32", "6", 1, 1, 1, 1, 1, 1)
          .add("mapping", "I32", "6", 0, 1, 2, 3, 4, 5)
          .safetensors(3);

  @Test
  void randomDamageIsReportedOrHarmless(Random random) throws IOException {
    byte[] tokenizer = StaticFolder.TOKENIZER.getBytes(StandardCharsets.UTF_8);
    int refused = 0;
    for (int round = 0; round < 3000; round++) {
      boolean inTokenizer = random.nextInt(3) == 0;
      byte[] weights = inTokenizer ? WEIGHTS : damaged(WEIGHTS, random);
      byte[] vocabulary = inTokenizer ? damagedNumbers(tokenizer, random) : tokenizer;
      try {
        StaticModel model =
            new StaticModelReader("fuzz", "embeddings")
                .read(CONFIG, ByteBuffer.wrap(weights), vocabulary);
        assertEquals(model.dimensions(), model.embed("hello hey [PAD] world").length);
      } catch (WeightsException e) {
        assertTrue(e.getMessage().startsWith("fuzz/"), e::getMessage);
        refused++;
      }
    }
    assertTrue(refused > 100, "refused: " + refused);
  }

  @Test
  void numbersThatAreNoneAreNamed() {
    for (double bad : new double[] {Double.NaN, Double.POSITIVE_INFINITY}) {
      for (String type : new String[] {"F16", "F32", "F64"}) {
        byte[] table = new StaticFolder().table("embeddings", type, 1, 2, 3, bad).safetensors(3);
        assertFails(table, "row 3 of embeddings holds NaN or infinity");
      }
      byte[] factors =
          new StaticFolder()
              .table("embeddings", "F32", 1, 2, 3, 4)
              .add("weights", "F32", "6", 1, 1, bad, 1, 1, 1)
              .add("mapping", "I32", "6", 0, 1, 2, 3, 4, 5)
              .safetensors(3);
      assertFails(factors, "entry 2 of weights is NaN or infinite");
    }
  }

  private static void assertFails(byte[] weights, String message) {
    byte[] tokenizer = StaticFolder.TOKENIZER.getBytes(StandardCharsets.UTF_8);
    WeightsException found =
        assertThrows(
            WeightsException.class,
            () ->
                new StaticModelReader("bad", "embeddings")
                    .read(CONFIG, ByteBuffer.wrap(weights), tokenizer));
    assertEquals("bad/model.safetensors: " + message, found.getMessage());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"##y\":5|\"##y\":6|id 6",
        "\"##y\":5|\"##y\":4|share the id 4",
        "\"##y\":5|\"##y\":-1|##y has no usable number",
        "\"##y\":5|\"##y\":99999999999|##y has no usable number",
        "\"##y\":5|\"##y\":true|##y has no usable number",
        "\"##y\":5|\"##y\"|is not JSON",
        "\"unk_token\":\"[UNK]\"|\"unk_token\":\"?\"|unknown token ?",
        "{\"id\":0,|{\"id\":2000000000,|2000000000",
        "\"content\":\"[PAD]\"|\"content\":\"\"|added token",
      })
  void vocabulariesAreChecked(String from, String to, String message) {
    String json = StaticFolder.TOKENIZER.replace(from, to);
    assertTrue(!json.equals(StaticFolder.TOKENIZER), "nothing was damaged");
    WeightsException failure =
        assertThrows(
            WeightsException.class,
            () -> TokenizerFile.read(json.getBytes(StandardCharsets.UTF_8), "t.json"));
    assertTrue(failure.getMessage().startsWith("t.json"), failure::getMessage);
    assertTrue(failure.getMessage().contains(message), failure::getMessage);
  }

  @ParameterizedTest
  @CsvSource({"[]", "{", "''", "{}", "null"})
  void otherFilesAreRefused(String json) {
    assertThrows(
        WeightsException.class,
        () -> TokenizerFile.read(json.getBytes(StandardCharsets.UTF_8), "t.json"));
  }

  private static byte[] damaged(byte[] original, Random random) {
    byte[] bytes =
        random.nextInt(4) == 0
            ? Arrays.copyOf(original, random.nextInt(original.length + 20))
            : original.clone();
    for (int i = random.nextInt(4); i > 0 && bytes.length > 0; i--) {
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
    }
    return bytes;
  }

  /** Digits and punctuation only: other damage turns the file over to the HF library. */
  private static byte[] damagedNumbers(byte[] original, Random random) {
    byte[] bytes = original.clone();
    int at = random.nextInt(bytes.length);
    while (!Character.isDigit(bytes[at]) && ":,{}[]".indexOf(bytes[at]) < 0) {
      at = (at + 1) % bytes.length;
    }
    bytes[at] = (byte) "0123456789-,:]}".charAt(random.nextInt(15));
    return bytes;
  }
}
