package io.qcpruner.server.local;

import io.qcpruner.media.MediaLimits;
import io.qcpruner.server.chat.ModelNote;
import java.time.Duration;
import java.util.List;

/**
 * How a local engine reads media and what it keeps.
 *
 * @param id name of the model for clients
 * @param checksum first digits of the weights' digest
 * @param weights form of the large matrices
 * @param visionCache bytes of encoded pictures kept; 0 for none
 * @param prefixCache bytes of what kept pictures left in the decoder; 0 for none, then no answer
 *     depends on earlier ones by a single bit
 * @param mediaDomains hosts that may be fetched from; empty for every public one
 * @param recommended settings of QCPruner that suit the model
 * @param note what people should know of the model
 * @param limits of what is read
 */
public record LocalSettings(
    String id,
    String checksum,
    String weights,
    long visionCache,
    long prefixCache,
    List<String> mediaDomains,
    List<String> recommended,
    ModelNote note,
    MediaLimits limits) {

  /** Tighter than those of the command line: strangers send these files. */
  public static final MediaLimits LIMITS =
      MediaLimits.DEFAULT
          .withBytes(20L << 20, 23L << 20, 20L << 20)
          .withImagePixels(24_000_000)
          .withImageSide(16_384)
          .withVideo(100_000, Duration.ofMinutes(10), 64)
          .withFramePixels(9_000_000, 100_000_000)
          .withTimes(Duration.ofSeconds(60), Duration.ofSeconds(10));

  public LocalSettings {
    mediaDomains = List.copyOf(mediaDomains);
    recommended = List.copyOf(recommended);
  }
}
