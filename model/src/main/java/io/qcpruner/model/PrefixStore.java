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
  private long mostBytes;
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

  /** Changes the bound. */
  synchronized void limit(long most) {
    mostBytes = most;
    shrink();
  }

  /**
   * The prefix that serves a prompt through exactly this layer; the caller closes it.
   *
   * @param queries whether that layer's queries are needed
   */
  synchronized Optional<PromptPrefix> find(
      EncodedVisual visual, DecoderInput input, int layer, boolean queries) {
    return Optional.ofNullable(kept.get(new Key(visual, layer)))
        .filter(found -> found.begins(input) && (!queries || found.hasQueries()))
        .filter(PromptPrefix::acquire);
  }

  /** The deepest prefix before a layer; the caller closes it. */
  synchronized Optional<PromptPrefix> findBefore(
      EncodedVisual visual, DecoderInput input, int layer) {
    for (int l = layer - 1; l >= 0; l--) {
      Optional<PromptPrefix> found = find(visual, input, l, false);
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  /** Keeps a prefix besides its caller, unless it alone is too large. */
  synchronized void put(EncodedVisual visual, PromptPrefix prefix) {
    Key key = new Key(visual, prefix.layer());
    remove(key);
    if (prefix.bytes() <= mostBytes && prefix.acquire()) {
      kept.put(key, prefix);
      bytes += prefix.bytes();
      shrink();
    }
  }

  private void shrink() {
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
