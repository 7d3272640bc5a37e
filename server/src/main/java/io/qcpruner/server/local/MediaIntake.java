package io.qcpruner.server.local;

import io.qcpruner.media.AlphaPolicy;
import io.qcpruner.media.MediaException;
import io.qcpruner.media.MediaLimits;
import io.qcpruner.media.MediaSource;
import io.qcpruner.media.RgbImage;
import io.qcpruner.media.internal.net.Fetcher;
import io.qcpruner.media.reader.MediaReader;
import io.qcpruner.media.video.FrameSampling;
import io.qcpruner.media.video.VideoFrames;
import io.qcpruner.server.chat.Medium;
import io.qcpruner.server.error.ErrorCode;
import io.qcpruner.server.error.RequestException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.function.UnaryOperator;

/** Media of requests to pixels; failures become errors that name no library, file or address. */
final class MediaIntake {
  private final MediaReader reader;
  private final Fetcher fetcher;

  MediaIntake(MediaLimits limits, List<String> domains) {
    this.reader = new MediaReader(limits).upright();
    this.fetcher = new Fetcher(limits, domains);
  }

  /** The medium with its bytes at hand: an address is fetched. */
  Medium fetched(Medium medium) throws RequestException {
    if (!(medium.source() instanceof MediaSource.Address address)) {
      return medium;
    }
    try {
      byte[] data = fetcher.fetch(address.uri());
      return medium.with(new MediaSource.Bytes("the file", data));
    } catch (MediaException e) {
      throw new RequestException(
          ErrorCode.MEDIA_FETCH_FAILED,
          medium.param(),
          "The address can't be used: " + e.problem() + ".");
    }
  }

  RgbImage picture(Medium medium, AlphaPolicy alpha) throws RequestException {
    try {
      return reader.image(medium.source(), alpha);
    } catch (MediaException e) {
      throw refused(medium, e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  VideoFrames clip(Medium medium, int frames, UnaryOperator<RgbImage> shrink, AlphaPolicy alpha)
      throws RequestException {
    try {
      return reader.video(medium.source(), new FrameSampling(frames, true), shrink, alpha);
    } catch (MediaException e) {
      throw refused(medium, e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static RequestException refused(Medium medium, MediaException e) {
    return new RequestException(
        ErrorCode.INVALID_IMAGE, medium.param(), "The file can't be used: " + e.problem() + ".");
  }
}
