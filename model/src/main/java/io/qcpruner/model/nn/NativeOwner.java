package io.qcpruner.model.nn;

import io.qcpruner.media.internal.natives.NativeLibraries;
import java.util.ArrayDeque;
import java.util.Deque;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.global.torch;

/**
 * Owns every native object that the bodies it runs make, and frees them in reverse order when it is
 * closed. Bodies may run on several threads at once.
 */
public final class NativeOwner implements AutoCloseable {
  static {
    NativeLibraries.load(torch.class);
  }

  private final Deque<PointerScope> scopes = new ArrayDeque<>();

  /** Code that makes native objects. */
  @FunctionalInterface
  public interface Body<T, E extends Exception> {
    T run() throws E;
  }

  /** Runs the body; what it made lives until this owner closes, or is freed now if it fails. */
  public <T, E extends Exception> T own(Body<T, E> body) throws E {
    PointerScope scope = new PointerScope();
    try {
      T made = body.run();
      scope.extend(); // the close below then leaves the scope without freeing its objects
      synchronized (scopes) {
        scopes.push(scope);
      }
      return made;
    } finally {
      scope.close();
    }
  }

  @Override
  public void close() {
    synchronized (scopes) {
      while (!scopes.isEmpty()) {
        scopes.pop().close();
      }
    }
  }
}
