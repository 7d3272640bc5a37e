package io.qcpruner.checkpoint.hub;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Models by name: from the cache, or from the hub into the cache. */
public final class Hub {
  private final HubSettings settings;
  private final DownloadProgress progress;

  public Hub(HubSettings settings, DownloadProgress progress) {
    this.settings = settings;
    this.progress = progress;
  }

  /** Whether a text names a folder, or a model as hubs call them. */
  public boolean understands(String model) {
    return Files.isDirectory(Path.of(model)) || ModelId.looksLikeOne(model);
  }

  /**
   * The folder that a {@code --model} value means: a folder as it is; {@code ORG/NAME} from the
   * cache, downloaded first if it is not there.
   */
  public Path resolve(String model) throws IOException {
    Path folder = Path.of(model);
    if (Files.isDirectory(folder)) {
      return folder;
    }
    if (!ModelId.looksLikeOne(model)) {
      throw new HubException(model + " is neither a folder nor of the form ORG/NAME");
    }
    ModelId id = ModelId.parse(model);
    Optional<Path> cached = cached(id);
    if (cached.isPresent()) {
      return cached.get();
    }
    if (settings.offline()) {
      throw new OfflineException(
          "%s is not in %s, and the network is off; run 'qcpruner pull %s' first"
              .formatted(id, settings.cache(), id));
    }
    return pull(id);
  }

  /** A complete copy in the cache, whatever its age. */
  public Optional<Path> cached(ModelId id) throws IOException {
    Optional<Path> snapshot = new HubCache(settings.cache(), id).find(id.revision());
    return snapshot.isPresent() && Completeness.isComplete(snapshot.get())
        ? snapshot
        : Optional.empty();
  }

  /** Downloads what is missing of the newest state of a revision; returns its folder. */
  public Path pull(ModelId id) throws IOException {
    if (settings.offline()) {
      throw new OfflineException("can't pull " + id + ": the network is off");
    }
    HubClient client = new HubClient(settings);
    HubCache cache = new HubCache(settings.cache(), id);
    RepositoryListing listing = listing(client, id);
    List<RemoteFile> files = FileSelection.choose(listing.files(), id);
    checkSpace(files, cache.storedBytes());
    BlobDownload download = new BlobDownload(client, settings, cache, progress);
    for (RemoteFile file : files) {
      String path = "%s/resolve/%s/%s".formatted(id.path(), listing.commit(), file.name());
      cache.link(listing.commit(), file.name(), download.fetch(client.address(path), file));
    }
    cache.setRef(id.revision(), listing.commit());
    Path snapshot = cache.snapshot(listing.commit());
    if (!Completeness.isComplete(snapshot)) {
      throw new HubException(id + ": the repository lacks files that its own index names");
    }
    return snapshot;
  }

  private RepositoryListing listing(HubClient client, ModelId id) throws IOException {
    try {
      return Retry.firstContact(settings, progress)
          .run(id.toString(), () -> RepositoryListing.fetch(client, id));
    } catch (UnreachableHubException e) {
      throw new UnreachableHubException(
          "%s is not in %s, and %s".formatted(id, settings.cache(), e.getMessage()), e);
    }
  }

  private void checkSpace(List<RemoteFile> files, long stored) throws IOException {
    long needed = files.stream().mapToLong(f -> Math.max(0, f.size())).sum() - stored;
    Files.createDirectories(settings.cache());
    long free = Files.getFileStore(settings.cache()).getUsableSpace();
    if (needed > free) {
      throw new HubException(
          "%d MB are needed in %s, %d MB are free"
              .formatted(needed >> 20, settings.cache(), free >> 20));
    }
  }
}
