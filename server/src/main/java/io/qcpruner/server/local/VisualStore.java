package io.qcpruner.server.local;

import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.media.Detail;
import io.qcpruner.media.PictureSettings;
import io.qcpruner.media.RgbImage;
import io.qcpruner.model.EncodedVisual;
import io.qcpruner.model.VisionLanguageModel;
import io.qcpruner.model.nn.Cancellation;
import io.qcpruner.server.cache.SharedCache;
import io.qcpruner.server.chat.CacheCounts;
import io.qcpruner.server.chat.ChatRequest;
import io.qcpruner.server.chat.Medium;
import io.qcpruner.server.chat.Medium.Kind;
import io.qcpruner.server.error.ErrorCode;
import io.qcpruner.server.error.RequestException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CancellationException;

/** Encoded pictures and clips, for requests that need them now or again. */
final class VisualStore {

  /** The visuals of one request; close it when the answer is made. */
  final class Leases implements AutoCloseable {
    private final List<SharedCache<EncodedVisual>.Lease> leases = new ArrayList<>();

    List<EncodedVisual> visuals() {
      return leases.stream().map(SharedCache.Lease::value).toList();
    }

    /** Whether this request ran the tower for at least one of them. */
    boolean looked() {
      return leases.stream().anyMatch(l -> l.outcome() == SharedCache.Outcome.MISS);
    }

    String outcome() {
      if (leases.isEmpty()) {
        return "none";
      }
      return looked() ? "miss" : leases.get(0).outcome().name().toLowerCase(Locale.ROOT);
    }

    @Override
    public void close() {
      leases.forEach(SharedCache.Lease::close);
    }
  }

  private final VisionLanguageModel model;
  private final MediaIntake intake;
  private final String modelDigest;
  private final SharedCache<EncodedVisual> cache;
  private final boolean reusing;

  VisualStore(VisionLanguageModel model, LocalSettings settings) {
    this.model = model;
    this.intake = new MediaIntake(settings.limits(), settings.mediaDomains());
    this.modelDigest = settings.checksum();
    this.cache = new SharedCache<>(settings.visionCache(), EncodedVisual::bytes);
    this.reusing = settings.prefixCache() > 0;
    model.keepPrefixes(settings.prefixCache());
  }

  Leases look(ChatRequest request, String client, Cancellation cancellation)
      throws RequestException {
    Leases out = new Leases();
    boolean complete = false;
    try {
      boolean several = request.media().stream().filter(m -> m.kind() == Kind.IMAGE).count() > 1;
      for (Medium given : request.media()) {
        cancellation.check();
        Medium medium = intake.fetched(given);
        int frames = request.frames() > 0 ? request.frames() : usualFrames();
        PictureSettings settings = new PictureSettings(given.detail(), several);
        Optional<Detail> detail = model.backbone().spec().preparer().detail(settings);
        String key = VisionKey.of(modelDigest, client, medium, frames, detail);
        Look look = new Look(medium, frames, settings, request.method());
        out.leases.add(cache.get(key, () -> encode(look, cancellation)));
      }
      complete = true;
      return out;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CancellationException("interrupted");
    } finally {
      if (!complete) {
        out.close();
      }
    }
  }

  /** What the model was made for, within what a request may ask for. */
  private int usualFrames() {
    return Math.min(model.clipFrames(), ChatRequest.MAX_FRAMES);
  }

  private EncodedVisual encode(Look look, Cancellation cancellation) throws RequestException {
    EncodedVisual visual = look(look, cancellation);
    return reusing ? visual.reusePrefix() : visual;
  }

  /** A picture or clip and how it is looked at. */
  private record Look(Medium medium, int frames, PictureSettings settings, MethodSpec method) {}

  private EncodedVisual look(Look look, Cancellation cancellation) throws RequestException {
    Medium medium = look.medium;
    try {
      if (medium.kind() == Kind.IMAGE) {
        RgbImage picture = intake.picture(medium, model.alpha());
        return model.encode(picture, look.settings, look.method, cancellation);
      }
      return model.encode(
          intake.clip(medium, look.frames, model::shrink, model.alpha()),
          look.method,
          cancellation);
    } catch (io.qcpruner.media.MediaException e) {
      throw new RequestException(
          ErrorCode.INVALID_IMAGE, medium.param(), "The file can't be used: " + e.problem() + ".");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  CacheCounts counts() {
    return cache.counts();
  }

  void clear() {
    cache.clear();
  }
}
