package io.qcpruner.model.nn;

import io.qcpruner.media.internal.natives.NativeLibraries;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.bytedeco.pytorch.global.torch;

/**
 * A fixed set of threads that run one task together. Each thread uses a single engine thread. The
 * engine's own thread pool synchronises after every operation, some thirty times in a decoder
 * layer; a team synchronises only where its task calls {@link Worker#barrier}.
 */
public final class ThreadTeam {
  static {
    NativeLibraries.load(torch.class);
  }

  /** Waking another thread takes as long as this many multiplications ... */
  private static final long MULTIPLICATIONS_PER_WORKER = 1 << 21;

  /** ... or as all that is done with this many rows. */
  private static final long ROWS_PER_WORKER = 16;

  private final List<TeamThread> threads;
  private final ReentrantLock oneRunAtATime = new ReentrantLock(true);

  /** The code that every thread of a team runs; the worker says which part is its own. */
  @FunctionalInterface
  public interface Task {
    void run(Worker worker);
  }

  private ThreadTeam(int size) {
    CountDownLatch ready = new CountDownLatch(size);
    this.threads = IntStream.range(0, size).mapToObj(i -> new TeamThread(i, ready)).toList();
    int engineThreads = torch.get_num_threads();
    threads.forEach(Thread::start);
    boolean interrupted = false;
    while (ready.getCount() > 0) {
      try {
        ready.await();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    // each team thread sets its engine threads to one; libtorch also makes that the default of
    // threads started later
    torch.set_num_threads(engineThreads);
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static final class Shared {
    static final ThreadTeam TEAM = new ThreadTeam(Runtime.getRuntime().availableProcessors());
  }

  /** The team of this process: one thread per core, asleep while there is nothing to do. */
  public static ThreadTeam shared() {
    return Shared.TEAM;
  }

  /** A separate team; its daemon threads live until the process ends. */
  public static ThreadTeam of(int size) {
    return new ThreadTeam(size);
  }

  /** Whether the calling thread belongs to a team, and so can't run a task on one. */
  public static boolean isMember() {
    return Thread.currentThread() instanceof TeamThread;
  }

  public int size() {
    return threads.size();
  }

  /** The most workers the calling thread may use: its number of engine threads, or the team. */
  public int allowed() {
    return Math.min(size(), torch.get_num_threads());
  }

  /**
   * As many workers as the calling thread may use and the work is worth.
   *
   * @param multiplications of each row
   */
  public int workersFor(long rows, long multiplications) {
    long worth =
        Math.max(rows / ROWS_PER_WORKER, rows * multiplications / MULTIPLICATIONS_PER_WORKER);
    return (int) Math.max(1, Math.min(allowed(), worth));
  }

  /** Whether somebody waits for the present run to end. */
  public boolean isWanted() {
    return oneRunAtATime.hasQueuedThreads();
  }

  /** Runs the body on one thread of the team, with one engine thread, and returns its result. */
  public <T> T computeOnOne(Supplier<T> body) {
    AtomicReference<T> result = new AtomicReference<>();
    run(1, worker -> result.set(body.get()));
    return result.get();
  }

  /**
   * Runs a task on this many workers and waits until all have finished. Callers queue in order. If
   * a worker throws, the first exception is thrown here after all workers have stopped.
   */
  public void run(int workers, Task task) {
    if (workers < 1 || workers > size()) {
      throw new IllegalArgumentException(
          "workers must be between 1 and " + size() + ", not " + workers);
    }
    if (isMember()) {
      throw new IllegalStateException(
          "a thread of a team can't run a team task: it might wait for itself");
    }
    oneRunAtATime.lock();
    try {
      List<TeamThread> chosen = threads.subList(0, workers);
      TeamRun run = new TeamRun(task, chosen);
      chosen.forEach(thread -> thread.start(run));
      run.awaitEnd();
    } finally {
      oneRunAtATime.unlock();
    }
  }
}
