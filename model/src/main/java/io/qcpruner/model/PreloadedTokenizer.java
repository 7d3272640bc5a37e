package io.qcpruner.model;

import io.qcpruner.text.Tokenizer;
import io.qcpruner.text.TokenizerFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * The tokenizer of a folder, read on another thread while the model is built. Owns the tokenizer.
 */
final class PreloadedTokenizer implements AutoCloseable {
  private final CompletableFuture<Optional<Tokenizer>> read;

  private PreloadedTokenizer(CompletableFuture<Optional<Tokenizer>> read) {
    this.read = read;
  }

  static PreloadedTokenizer of(Path folder) {
    return new PreloadedTokenizer(CompletableFuture.supplyAsync(() -> find(folder)));
  }

  private static Optional<Tokenizer> find(Path folder) {
    try {
      return TokenizerFiles.find(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Waits for it; empty for a folder without one.
   *
   * @throws IOException that reading ended with
   */
  Optional<Tokenizer> get() throws IOException {
    try {
      return read.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof UncheckedIOException io) {
        throw io.getCause();
      }
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw e;
    }
  }

  /** Closes the tokenizer, be it read now or later. */
  @Override
  public void close() {
    read.thenAccept(found -> found.ifPresent(Tokenizer::close));
  }
}
