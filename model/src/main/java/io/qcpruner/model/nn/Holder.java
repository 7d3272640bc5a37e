package io.qcpruner.model.nn;

import java.util.ArrayList;
import java.util.List;
import org.bytedeco.javacpp.Pointer;

/** Keeps native objects alive beyond the scope that made them, until it is closed. */
public final class Holder implements AutoCloseable {
  private final List<Pointer> held = new ArrayList<>();

  public <T extends Pointer> T hold(T pointer) {
    pointer.retainReference();
    held.add(pointer);
    return pointer;
  }

  /** Gives up one object before the holder closes. */
  public void release(Pointer pointer) {
    for (int i = held.size() - 1; i >= 0; i--) {
      if (held.get(i) == pointer) {
        held.remove(i).releaseReference();
        return;
      }
    }
    throw new IllegalArgumentException("not held: " + pointer);
  }

  @Override
  public void close() {
    held.forEach(Pointer::releaseReference);
    held.clear();
  }
}
