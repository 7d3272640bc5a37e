package io.qcpruner.server.local;

import io.qcpruner.json.Sha256;
import io.qcpruner.media.MediaSource;
import io.qcpruner.server.chat.Medium;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/** The digest of what an encoded picture was made from: only equal inputs have equal digests. */
final class VisionKey {
  private VisionKey() {}

  /**
   * @param model digest of weights and preprocessing
   * @param client whose picture it is: a hit must not tell one client what another sent
   */
  static String of(String model, String client, Medium medium, int frames) {
    MessageDigest digest = Sha256.start();
    part(digest, model.getBytes(StandardCharsets.UTF_8));
    part(digest, client.getBytes(StandardCharsets.UTF_8));
    part(digest, medium.kind().name().getBytes(StandardCharsets.UTF_8));
    part(digest, new byte[] {(byte) (medium.kind() == Medium.Kind.VIDEO ? frames : 0)});
    part(digest, ((MediaSource.Bytes) medium.source()).data());
    return Sha256.hex(digest);
  }

  /** With its length, so that no two sequences of parts are the same bytes. */
  private static void part(MessageDigest digest, byte[] bytes) {
    digest.update(ByteBuffer.allocate(Long.BYTES).putLong(bytes.length).array());
    digest.update(bytes);
  }
}
