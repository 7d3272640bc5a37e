package io.qcpruner.json;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class Sha256Test {

  /** FIPS 180-2, appendix B. */
  @Test
  void worksThePublishedExamples(@TempDir Path folder) throws Exception {
    String abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    assertEquals(abc, Sha256.hex("abc"));
    MessageDigest parts = Sha256.start();
    parts.update("a".getBytes(StandardCharsets.US_ASCII));
    parts.update("bc".getBytes(StandardCharsets.US_ASCII));
    assertEquals(abc, Sha256.hex(parts));
    byte[] million = "a".repeat(1_000_000).getBytes(StandardCharsets.US_ASCII);
    String ofMillion = "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0";
    assertEquals(ofMillion, Sha256.hex(million));
    assertEquals(ofMillion, Sha256.hex(Files.write(folder.resolve("million"), million)));
  }
}
