package io.qcpruner.model.nn;

import io.qcpruner.media.internal.natives.NativeLibraries;
import java.util.function.Supplier;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.global.torch;

/**
 * Native memory by scope: what is made inside is freed at the end, except the result. Without this
 * every intermediate tensor would wait for the garbage collector, which doesn't see its size.
 */
public final class Scopes {
  static {
    NativeLibraries.load(torch.class);
  }

  private Scopes() {}

  /**
   * Runs the body and hands its native result to the enclosing scope, or to the caller if there is
   * none.
   */
  public static <T extends Pointer> T keep(Supplier<T> body) {
    PointerScope outer = PointerScope.getInnerScope();
    PointerScope inner = new PointerScope();
    try {
      T result = body.get();
      if (outer == null) {
        result.retainReference();
      } else {
        outer.attach(result);
      }
      return result;
    } finally {
      inner.close();
    }
  }

  /**
   * Runs the body, frees all native memory it made and returns its result, which must be a Java
   * value such as an array or a record of arrays.
   */
  public static <T> T compute(Supplier<T> body) {
    PointerScope inner = new PointerScope();
    try {
      return body.get();
    } finally {
      inner.close();
    }
  }

  /** Runs the body and frees all native memory it made. */
  public static void run(Runnable body) {
    PointerScope inner = new PointerScope();
    try {
      body.run();
    } finally {
      inner.close();
    }
  }
}
