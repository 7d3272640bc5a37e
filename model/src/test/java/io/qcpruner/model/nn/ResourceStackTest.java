package io.qcpruner.model.nn;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ResourceStackTest {
  private final List<String> closed = new ArrayList<>();

  /** Closes by writing its name down, then failing if it has a failure. */
  private record Named(String name, IOException failure, List<String> closed) implements Closeable {
    @Override
    public void close() throws IOException {
      closed.add(name);
      if (failure != null) {
        throw failure;
      }
    }

    @Override
    public String toString() {
      return name;
    }
  }

  private Named resource(String name, IOException failure) {
    return new Named(name, failure, closed);
  }

  @Test
  void theLastOpenedIsClosedFirstAndOnce() {
    ResourceStack stack = new ResourceStack();
    stack.add(resource("weights", null));
    stack.add(resource("modules", null));
    stack.close();
    stack.close();
    assertEquals(List.of("modules", "weights"), closed);
  }

  @Test
  void everyFailureIsReportedAndNothingStaysOpen() {
    IOException first = new IOException("first");
    IOException second = new IOException("second");
    ResourceStack stack = new ResourceStack();
    stack.add(resource("a", second));
    stack.add(resource("b", null));
    stack.add(resource("c", first));
    Exception e = assertThrows(IllegalStateException.class, stack::close);
    assertEquals("c could not be closed", e.getMessage());
    assertSame(first, e.getCause());
    assertArrayEquals(new Throwable[] {second}, e.getSuppressed());
    assertEquals(List.of("c", "b", "a"), closed);
  }

  @Test
  void aFailedOpeningKeepsItsOwnException() {
    IOException opening = new IOException("no such file");
    IOException closing = new IOException("can't unmap");
    ResourceStack stack = new ResourceStack();
    stack.add(resource("a", closing));
    stack.closeAfter(opening);
    assertSame(closing, opening.getSuppressed()[0].getCause());
  }
}
