package io.qcpruner.model.decoder;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;

/** Programs that wait for the next token of as many sequences as they were made for. */
final class TokenPrograms implements AutoCloseable {
  /** One for each number of requests that usually run together; the least used ones go. */
  private static final int KEPT = 16;

  private final Deque<TokenProgram> idle = new ArrayDeque<>(); // the last used first
  private boolean closed;

  /** One that records its calls. */
  TokenProgram take(Decoder decoder, int sequences, int workers) {
    return take(decoder, sequences, workers, true);
  }

  /** One that nobody else has; to be given back. */
  TokenProgram take(Decoder decoder, int sequences, int workers, boolean records) {
    synchronized (idle) {
      for (Iterator<TokenProgram> i = idle.iterator(); i.hasNext(); ) {
        TokenProgram program = i.next();
        if (program.serves(sequences, workers, records)) {
          i.remove();
          return program;
        }
      }
    }
    return new TokenProgram(decoder, sequences, workers, records);
  }

  void giveBack(TokenProgram program) {
    synchronized (idle) {
      idle.addFirst(program);
      if (closed || idle.size() > KEPT) {
        idle.removeLast().close();
      }
    }
  }

  /** What is in use is closed when it is given back. */
  @Override
  public void close() {
    synchronized (idle) {
      closed = true;
      idle.forEach(TokenProgram::close);
      idle.clear();
    }
  }

  int idle() {
    synchronized (idle) {
      return idle.size();
    }
  }
}
