package io.qcpruner.model.nn;

import java.util.ArrayDeque;
import java.util.Deque;

/** Resources opened one after the other; closes them in reverse order, all of them in any case. */
public final class ResourceStack implements AutoCloseable {
  private final Deque<AutoCloseable> open = new ArrayDeque<>();

  /** Adds a resource that was just opened, and returns it. */
  public <T extends AutoCloseable> T add(T resource) {
    open.push(resource);
    return resource;
  }

  /**
   * Closes everything.
   *
   * @throws IllegalStateException if something could not be closed; its cause is the first failure
   *     and the others are suppressed exceptions of it
   */
  @Override
  public void close() {
    IllegalStateException failure = null;
    while (!open.isEmpty()) {
      AutoCloseable resource = open.pop();
      try {
        resource.close();
      } catch (Exception e) {
        if (failure == null) {
          failure = new IllegalStateException(resource + " could not be closed", e);
        } else {
          failure.addSuppressed(e);
        }
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  /** Closes everything after an opening failed; failures of closing are added to that failure. */
  public void closeAfter(Throwable failure) {
    try {
      close();
    } catch (IllegalStateException e) {
      failure.addSuppressed(e);
    }
  }
}
