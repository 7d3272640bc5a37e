package io.qcpruner.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.text.WireReader.Malformed;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Messages as hexadecimal bytes: a tag is the field's number times eight plus the kind. */
class WireReaderTest {

  @Test
  void fieldsOfEveryKindAreRead() throws Malformed {
    WireReader in =
        new WireReader(
            new WireWriter()
                .integer(1, 300)
                .fixedFloat(2, 0.5f)
                .text(3, "\u00e9")
                .message(4, new WireWriter().integer(1, 7))
                .integer(5, -1)
                .bytes());
    assertTrue(in.next());
    assertEquals(1, in.field());
    assertEquals(300, in.integer());
    assertTrue(in.next());
    assertEquals(0.5f, in.fixedFloat());
    assertTrue(in.next());
    assertEquals("\u00e9", in.text());
    assertTrue(in.next());
    WireReader inner = in.message();
    assertTrue(inner.next());
    assertEquals(7, inner.integer());
    assertFalse(inner.next());
    assertTrue(in.next());
    assertEquals(5, in.field());
    assertEquals(-1, in.integer(), "ten bytes");
    assertFalse(in.next());
  }

  /** Each kind of an unknown field, then field 2 with the value 5. */
  @ParameterizedTest
  @CsvSource({
    "08ac021005",
    "0901020304050607081005",
    "0a036162631005",
    "0d010203041005",
    "0a001005"
  })
  void unknownFieldsAreSteppedOver(String hex) throws Malformed {
    WireReader in = reader(hex);
    assertTrue(in.next());
    in.skip();
    assertTrue(in.next());
    assertEquals(2, in.field());
    assertEquals(5, in.integer());
    assertFalse(in.next());
  }

  @ParameterizedTest
  @CsvSource({
    "0b,    wire type 3 at byte 1",
    "09010203, cut off at byte 1",
    "0d010203, cut off at byte 1",
    "0a0461, field 1 of 4 bytes is cut off",
    "08,    cut off at byte 1",
    "0880,  cut off at byte 2",
    "08ffffffffffffffffffff, endless integer at byte 11",
    "0affffffffffffffffff01, field 1 of -1 bytes is cut off"
  })
  void whatCanNotBeSteppedOverIsNamed(String hex, String message) throws Malformed {
    WireReader in = reader(hex);
    assertTrue(in.next());
    assertEquals(message, assertThrows(Malformed.class, in::skip).getMessage());
  }

  @ParameterizedTest
  @CsvSource({
    "integer, 0d00000000, field 1 is not an integer",
    "float, 0800, field 1 is not a float",
    "float, 0d000000, field 1 is not a float",
    "text, 0800, field 1 has no length",
    "message, 0800, field 1 has no length"
  })
  void aFieldOfAnotherKindIsNamed(String kind, String hex, String message) throws Malformed {
    WireReader in = reader(hex);
    assertTrue(in.next());
    Malformed failure =
        assertThrows(
            Malformed.class,
            () -> {
              switch (kind) {
                case "integer" -> in.integer();
                case "float" -> in.fixedFloat();
                case "text" -> in.text();
                default -> in.message();
              }
            });
    assertEquals(message, failure.getMessage());
  }

  @Test
  void aValueMayEndWithTheMessage() throws Malformed {
    for (String hex : Arrays.asList("0a0161", "0d00000000", "0900000000000000ff")) {
      WireReader in = reader(hex);
      assertTrue(in.next());
      in.skip();
      assertFalse(in.next(), hex);
    }
    WireReader whole = reader("0d0000003f");
    assertTrue(whole.next());
    assertEquals(0.5f, whole.fixedFloat());
  }

  private static WireReader reader(String hex) {
    return new WireReader(HexFormat.of().parseHex(hex));
  }
}
