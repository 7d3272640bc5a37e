package io.qcpruner.cli.bench.serve;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Work with one thread for each item. */
final class AtOnce {
  private AtOnce() {}

  /** The results in the order of the work; the first failure is thrown. */
  static <T> List<T> run(List<Callable<T>> work) throws IOException, InterruptedException {
    ExecutorService threads = Executors.newFixedThreadPool(work.size());
    try {
      List<T> out = new ArrayList<>();
      for (Future<T> each : threads.invokeAll(work)) {
        out.add(each.get());
      }
      return out;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException problem) {
        throw problem;
      }
      throw new IllegalStateException(e.getCause());
    } finally {
      threads.shutdownNow();
    }
  }
}
