package io.qcpruner.model;

import io.qcpruner.model.decoder.DecoderInput;
import io.qcpruner.model.decoder.PromptPrefix;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Prompt prefixes of pictures that are asked about more than once, bounded by bytes; the least
 * recently used goes first.
 */
final class PrefixStore implements AutoCloseable {
  private final long mostBytes;
  private final Map<Key, PromptPrefix> kept = new LinkedHashMap<>(16, 0.75f, true);
  private long bytes;

  /** A picture, by identity, and the layer that its rows went through. */
  private record Key(EncodedVisual visual, int layer) {
    @Override
    public boolean equals(Object other) {
      return other instanceof Key key && key.visual == visual && key.layer == layer;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(visual) * 31 + layer;
    }
  }

  PrefixStore(long mostBytes) {
    this.mostBytes = mostBytes;
  }

  /**
   * The longest prefix that serves a prompt; the caller closes it.
   *
   * @param layer the last layer before the rows change
   * @param queries whether that layer's queries are needed
   */
  synchronized Optional<PromptPrefix> find(
      EncodedVisual visual, DecoderInput input, int layer, boolean queries) {
    for (int l = layer; l >= 0; l--) {
      PromptPrefix found = kept.get(new Key(visual, l));
      if (found != null
          && found.begins(input)
          && (l < layer || !queries || found.hasQueries())
          && found.acquire()) {
        return Optional.of(found);
      }
    }
    return Optional.empty();
  }

  /** Keeps a prefix, unless it alone is too large; the store closes it. */
  synchronized void put(EncodedVisual visual, PromptPrefix prefix) {
    remove(new Key(visual, prefix.layer()));
    if (prefix.bytes() > mostBytes) {
      prefix.close();
      return;
    }
    kept.put(new Key(visual, prefix.layer()), prefix);
    bytes += prefix.bytes();
    Iterator<PromptPrefix> oldest = kept.values().iterator();
    while (bytes > mostBytes) {
      PromptPrefix old = oldest.next();
      oldest.remove();
      bytes -= old.bytes();
      old.close();
    }
  }

  /** Forgets all prefixes of a picture. */
  synchronized void drop(EncodedVisual visual) {
    kept.keySet().stream().filter(key -> key.visual == visual).toList().forEach(this::remove);
  }

  private void remove(Key key) {
    PromptPrefix old = kept.remove(key);
    if (old != null) {
      bytes -= old.bytes();
      old.close();
    }
  }

  synchronized long bytes() {
    return bytes;
  }

  @Override
  public synchronized void close() {
    kept.values().forEach(PromptPrefix::close);
    kept.clear();
    bytes = 0;
  }
}
