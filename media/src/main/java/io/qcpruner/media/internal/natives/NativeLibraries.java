package io.qcpruner.media.internal.natives;

import io.qcpruner.natives.UnpackedJars;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * Loads native libraries while no other process unpacks them, from a folder of the user alone whose
 * files agree with the jars. JavaCPP unpacks a library into a folder that all processes of a user
 * share and links the names it has beside it; a process that comes meanwhile maps half a file and
 * ends in the dynamic linker.
 */
public final class NativeLibraries {

  private static final System.Logger LOG = System.getLogger(NativeLibraries.class.getName());

  private static final Duration QUIET_WAIT = Duration.ofSeconds(3);

  private static final Map<List<Class<?>>, FutureTask<Void>> LOADS = new ConcurrentHashMap<>();

  private NativeLibraries() {}

  /**
   * Starts to load libraries, so that the rest of a program can start meanwhile. A failure is
   * thrown to those who {@link #load} the same libraries.
   */
  public static void begin(Class<?>... libraries) {
    loading(libraries);
  }

  /** Initialises the classes, which loads their libraries; call it before anything touches them. */
  public static void load(Class<?>... libraries) {
    FutureTask<Void> loading = loading(libraries);
    boolean interrupted = false;
    while (true) {
      try {
        loading.get();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      } catch (ExecutionException e) {
        if (e.getCause() instanceof Error failure) {
          throw failure;
        }
        throw new IllegalStateException("native libraries can't be loaded", e.getCause());
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Libraries stay in a process until it ends, and so does what became of loading them. */
  private static FutureTask<Void> loading(Class<?>... libraries) {
    return LOADS.computeIfAbsent(List.of(libraries), NativeLibraries::start);
  }

  private static FutureTask<Void> start(List<Class<?>> libraries) {
    FutureTask<Void> loading = new FutureTask<>(() -> initialise(libraries), null);
    // a thread of its own: an interrupt in a class initializer would spoil the class for good
    Thread thread = new Thread(loading, "native-libraries");
    thread.setDaemon(true);
    thread.start();
    return loading;
  }

  private static synchronized void initialise(List<Class<?>> libraries) {
    try {
      Path folder = JavaCppFolder.ofThisProcess();
      UnpackedJars unpacked = new UnpackedJars(folder, libraries.get(0).getClassLoader());
      Closeable lock = lock(folder);
      try {
        unpacked.check();
        initialiseAll(libraries);
        unpacked.accept();
      } finally {
        lock.close();
      }
    } catch (IOException e) {
      throw new LinkageError("native libraries can't be unpacked: " + e, e);
    }
  }

  private static Closeable lock(Path folder) {
    try {
      return UnpackLock.take(folder, QUIET_WAIT);
    } catch (IOException e) {
      // a file system that knows no locks: one process alone is as safe
      LOG.log(System.Logger.Level.WARNING, "native libraries are loaded without a lock: " + e);
      return () -> {};
    }
  }

  private static void initialiseAll(List<Class<?>> libraries) {
    for (Class<?> library : libraries) {
      initialise(library);
    }
  }

  private static void initialise(Class<?> library) {
    try {
      Class.forName(library.getName(), true, library.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new LinkageError(library.getName(), e);
    }
  }
}
