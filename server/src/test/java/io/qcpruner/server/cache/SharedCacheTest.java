package io.qcpruner.server.cache;

import static io.qcpruner.testkit.Await.until;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.server.cache.SharedCache.Outcome;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** References, eviction and joined makers. */
@Timeout(20)
final class SharedCacheTest {

  private static final class Value implements AutoCloseable {
    private final long bytes;
    private boolean closed;

    private Value(long bytes) {
      this.bytes = bytes;
    }

    @Override
    public void close() {
      assertFalse(closed, "closed twice");
      closed = true;
    }
  }

  private final SharedCache<Value> cache = new SharedCache<>(100, v -> v.bytes);

  private SharedCache<Value>.Lease get(String key, long bytes) throws InterruptedException {
    return cache.get(key, () -> new Value(bytes));
  }

  @Test
  void aSecondLookIsAHit() throws Exception {
    SharedCache<Value>.Lease first = get("a", 10);
    assertEquals(Outcome.MISS, first.outcome());
    first.close();
    SharedCache<Value>.Lease second = get("a", 99);
    assertEquals(Outcome.HIT, second.outcome());
    assertSame(first.value(), second.value());
    second.close();
    assertEquals(10, cache.counts().bytes());
    assertEquals(2, cache.counts().queries());
    assertEquals(1, cache.counts().hits());
  }

  @Test
  void leastRecentlyUsedGoesWhenItsLastUserIsDone() throws Exception {
    SharedCache<Value>.Lease used = get("a", 25);
    for (String key : new String[] {"b", "c", "d"}) {
      get(key, 25).close();
    }
    assertEquals(100, cache.counts().bytes());
    get("e", 25).close();
    assertEquals(1, cache.counts().evictions());
    assertFalse(used.value().closed, "in use");
    used.close();
    assertTrue(used.value().closed);
    assertEquals(Outcome.MISS, get("a", 25).outcome());
  }

  @Test
  void largeOnesAreNotKept() throws Exception {
    SharedCache<Value>.Lease large = get("a", 26);
    large.close();
    assertTrue(large.value().closed);
    assertEquals(0, cache.counts().bytes());
  }

  @Test
  void concurrentRequestsMakeItOnce() throws Exception {
    CountDownLatch making = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    AtomicInteger made = new AtomicInteger();
    CompletableFuture<SharedCache<Value>.Lease> first =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return cache.get(
                    "a",
                    () -> {
                      made.incrementAndGet();
                      making.countDown();
                      go.await();
                      return new Value(1000);
                    });
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
            });
    assertTrue(making.await(10, TimeUnit.SECONDS));
    CompletableFuture<SharedCache<Value>.Lease> second =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return get("a", 7);
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
            });
    // a query is counted and joins the first under one lock
    until("the second asks", () -> cache.counts().queries() == 2);
    go.countDown();
    SharedCache<Value>.Lease one = first.get(10, TimeUnit.SECONDS);
    SharedCache<Value>.Lease two = second.get(10, TimeUnit.SECONDS);
    assertEquals(Outcome.JOINED, two.outcome());
    assertSame(one.value(), two.value());
    assertEquals(1, made.get());
    one.close();
    assertFalse(one.value().closed);
    two.close();
    assertTrue(one.value().closed);
  }

  @Test
  void aFailureIsNotShared() throws Exception {
    assertThrows(
        IllegalStateException.class,
        () ->
            cache.get(
                "a",
                () -> {
                  throw new IllegalStateException("broken picture");
                }));
    assertEquals(Outcome.MISS, get("a", 1).outcome());
  }

  @Test
  void clearingKeepsWhatIsInUse() throws Exception {
    SharedCache<Value>.Lease used = get("a", 5);
    SharedCache<Value>.Lease idle = get("b", 5);
    idle.close();
    cache.clear();
    assertTrue(idle.value().closed);
    assertFalse(used.value().closed);
    used.close();
    assertTrue(used.value().closed);
  }
}
