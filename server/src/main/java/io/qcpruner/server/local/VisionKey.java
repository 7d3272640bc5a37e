package io.qcpruner.server.local;

import io.qcpruner.json.Sha256;
import io.qcpruner.media.Detail;
import io.qcpruner.media.MediaSource;
import io.qcpruner.server.chat.Medium;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Optional;

/** The digest of what an encoded picture was made from: only equal inputs have equal digests. */
final class VisionKey {
  private VisionKey() {}

  /**
   * @param model digest of weights and preprocessing
   * @param detail that a picture gets; empty for clips and where there is only one
   * @param client whose picture it is: a hit must not tell one client what another sent
   */
  static String of(
      String model, String client, Medium medium, int frames, Optional<Detail> detail) {
    MessageDigest digest = Sha256.start();
    part(digest, model.getBytes(StandardCharsets.UTF_8));
    part(digest, client.getBytes(StandardCharsets.UTF_8));
    part(digest, medium.kind().name().getBytes(StandardCharsets.UTF_8));
    String text = medium.kind() == Medium.Kind.VIDEO ? "" : detail.map(Detail::text).orElse("");
    part(digest, text.getBytes(StandardCharsets.UTF_8));
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
