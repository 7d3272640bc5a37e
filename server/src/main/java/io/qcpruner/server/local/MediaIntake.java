package io.qcpruner.server.local;

import io.qcpruner.media.AlphaPolicy;
import io.qcpruner.media.MediaException;
import io.qcpruner.media.MediaReader;
import io.qcpruner.media.MediaSource;
import io.qcpruner.media.RgbImage;
import io.qcpruner.media.video.FrameSampling;
import io.qcpruner.media.video.VideoFrames;
import io.qcpruner.server.chat.Medium;
import io.qcpruner.server.error.ErrorCode;
import io.qcpruner.server.error.RequestException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;

/** Media of requests to pixels; failures become errors that name no library, file or address. */
final class MediaIntake {
  private final MediaReader reader;
  private final List<String> domains;

  MediaIntake(MediaReader reader, List<String> domains) {
    this.reader = reader;
    this.domains = domains;
  }

  RgbImage picture(Medium medium, AlphaPolicy alpha) throws RequestException {
    try {
      return reader.image(checked(medium), alpha);
    } catch (MediaException e) {
      throw refused(medium, e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  VideoFrames clip(Medium medium, int frames, UnaryOperator<RgbImage> shrink, AlphaPolicy alpha)
      throws RequestException {
    try {
      return reader.video(checked(medium), new FrameSampling(frames, true), shrink, alpha);
    } catch (MediaException e) {
      throw refused(medium, e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private MediaSource checked(Medium medium) throws MediaException {
    if (medium.source() instanceof MediaSource.Address address && !domains.isEmpty()) {
      String host = address.uri().getHost().toLowerCase(Locale.ROOT);
      if (domains.stream().noneMatch(host::equalsIgnoreCase)) {
        throw new MediaException("", "its host is not on the server's list");
      }
    }
    return medium.source();
  }

  private static RequestException refused(Medium medium, MediaException e) {
    boolean fetched = medium.source() instanceof MediaSource.Address;
    return new RequestException(
        fetched ? ErrorCode.MEDIA_FETCH_FAILED : ErrorCode.INVALID_IMAGE,
        medium.param(),
        fetched
            ? "The address can't be used: " + e.problem() + "."
            : "The file can't be used: " + e.problem() + ".");
  }
}
