package io.qcpruner.model.internal.measure;

import io.qcpruner.checkpoint.synthetic.ModelShape;
import io.qcpruner.checkpoint.weights.NumberType;
import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.model.Ask;
import io.qcpruner.model.EncodedVisual;
import io.qcpruner.model.Engine;
import io.qcpruner.model.PipelineObserver;
import io.qcpruner.model.Prefilled;
import io.qcpruner.model.VisionLanguageModel;
import io.qcpruner.model.backbone.BackboneFamilies;
import io.qcpruner.model.backbone.BackboneSpec;
import io.qcpruner.model.generate.GenerationSettings;
import io.qcpruner.model.nn.ModuleFactory;
import io.qcpruner.model.nn.Placement;
import io.qcpruner.model.nn.ResourceStack;
import io.qcpruner.model.nn.WeightKind;
import io.qcpruner.model.weights.SeededWeights;
import io.qcpruner.model.weights.TypedWeights;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Phaser;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/**
 * Several requests to one model at once, on generated weights. Every layer has its own: a new token
 * is bound by memory, and repeated layers could stay in a cache.
 */
public final class BatchBench implements AutoCloseable {
  private final ResourceStack open = new ResourceStack();
  private final VisionLanguageModel model;
  private final EncodedVisual picture;
  private final int patches;
  private final int threads;

  /**
   * @param threads of the engine, for every request alike
   */
  public BatchBench(ModelShape shape, WeightKind kind, NumberType type, int threads)
      throws IOException {
    BackboneSpec spec = BackboneFamilies.parse(shape.json());
    ModuleFactory modules =
        new ModuleFactory(new TypedWeights(new SeededWeights(), type), Placement.cpu(), kind);
    this.threads = threads;
    this.open.add(modules);
    this.model = open.add(VisionLanguageModel.of(modules.build(() -> spec.build(modules))));
    this.picture = open.add(model.encode(BenchPrompt.picture()));
    this.patches = BenchPrompt.patches(model, picture);
  }

  /** Makes the method that is measured. */
  public VisionLanguageModel model() {
    return model;
  }

  /** New tokens per second of this many requests that have all run their prompts. */
  public double tokensPerSecond(int requests, int tokens, MethodSpec method) {
    AtomicLong start = new AtomicLong();
    Phaser ready =
        new Phaser(requests) {
          @Override
          protected boolean onAdvance(int phase, int parties) {
            start.set(System.nanoTime());
            return true;
          }
        };
    PipelineObserver together =
        new PipelineObserver() {
          @Override
          public void prefilled(Prefilled prompt) {
            ready.arriveAndAwaitAdvance();
          }
        };
    atOnce(
        requests,
        q -> {
          try {
            model.ask(List.of(picture), ask(q, tokens + 1).with(method), together);
          } finally {
            ready.forceTermination(); // nobody waits for a request that failed
          }
        });
    // the first token comes with the prompt's logits
    return requests * tokens * 1e9 / (System.nanoTime() - start.get());
  }

  /** Wall milliseconds of whole requests, from pixels to the last token. */
  public double requestsMillis(int requests, int tokens, MethodSpec method, boolean atOnce) {
    long start = System.nanoTime();
    Task whole =
        q -> {
          try (EncodedVisual own = model.encode(BenchPrompt.picture())) {
            model.ask(own, ask(q, tokens).with(method));
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        };
    if (atOnce) {
      atOnce(requests, whole);
    } else {
      IntStream.range(0, requests).forEach(whole::run);
    }
    return (System.nanoTime() - start) / 1e6;
  }

  /**
   * How long a decoding request waits for a token while another one runs an unpruned prompt.
   *
   * @param quietMillis the longest wait alone
   * @param besidesMillis the longest wait beside the prompt
   * @param promptMillis time of that prompt
   */
  public record Wait(double quietMillis, double besidesMillis, double promptMillis) {}

  public Wait longestWait(int quietTokens, MethodSpec method) {
    Gaps gaps = new Gaps(quietTokens);
    AtomicBoolean enough = new AtomicBoolean();
    CompletableFuture<Void> decoding =
        run(
            () ->
                model.ask(
                    List.of(picture),
                    ask(0, 1 << 20).with(method).withCancelled(enough::get),
                    gaps));
    try {
      gaps.quiet.await();
      long start = System.nanoTime();
      gaps.besides = true;
      model.ask(picture, BenchPrompt.ask(model, 1, patches));
      gaps.besides = false;
      double promptMillis = (System.nanoTime() - start) / 1e6;
      enough.set(true);
      decoding.join();
      return new Wait(gaps.longestQuiet / 1e6, gaps.longestBesides / 1e6, promptMillis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while measuring", e);
    } finally {
      enough.set(true);
    }
  }

  /** Times between tokens, before and while another prompt runs. */
  private static final class Gaps implements PipelineObserver {
    private final CountDownLatch quiet;
    private volatile boolean besides;
    private long last;
    private long longestQuiet;
    private long longestBesides;

    private Gaps(int quietTokens) {
      this.quiet = new CountDownLatch(quietTokens);
    }

    @Override
    public void token(int id) {
      long now = System.nanoTime();
      long gap = last == 0 ? 0 : now - last;
      last = now;
      if (besides) {
        longestBesides = Math.max(longestBesides, gap);
      } else if (quiet.getCount() > 0) {
        longestQuiet = Math.max(longestQuiet, gap);
        quiet.countDown();
      }
    }
  }

  @FunctionalInterface
  private interface Task {
    void run(int number);
  }

  private void atOnce(int requests, Task task) {
    List<CompletableFuture<Void>> running =
        IntStream.range(0, requests).mapToObj(q -> run(() -> task.run(q))).toList();
    running.forEach(CompletableFuture::join);
  }

  /** On a thread of its own, as a server's slots are. */
  private CompletableFuture<Void> run(Runnable task) {
    return CompletableFuture.runAsync(
        () -> {
          Engine.useThreads(threads);
          task.run();
        },
        body -> {
          Thread thread = new Thread(body, "bench-request");
          thread.setDaemon(true);
          thread.start();
        });
  }

  private Ask ask(int question, int tokens) {
    GenerationSettings generation =
        GenerationSettings.DEFAULT.withIgnoreStopIds(true).withMaxNewTokens(tokens);
    return BenchPrompt.ask(model, question, patches).with(generation);
  }

  @Override
  public void close() {
    open.close();
  }
}
