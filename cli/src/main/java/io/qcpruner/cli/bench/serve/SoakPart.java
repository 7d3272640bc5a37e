package io.qcpruner.cli.bench.serve;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Many requests of all kinds, and the memory of the server between them: whole and streamed, pruned
 * by several methods and not at all, known and new pictures, clients that leave, bad requests.
 */
final class SoakPart {
  private static final int CLIENTS = 2;
  private static final int LOOKS = 20;
  private static final List<String> METHODS = List.of("qcpruner", "full", "divprune", "random");

  /** How long a request may take to give its slot back after its reply has ended. */
  private static final long GRACE_NANOS = 5_000_000_000L;

  private SoakPart() {}

  static ObjectNode measure(ServeSetup setup, int requests)
      throws IOException, InterruptedException {
    ObjectNode out = JsonNodeFactory.instance.objectNode().put("requests", requests);
    ArrayNode resident = out.putArray("resident_mb");
    AtomicInteger next = new AtomicInteger();
    AtomicInteger given = new AtomicInteger();
    AtomicInteger refused = new AtomicInteger();
    AtomicInteger left = new AtomicInteger();
    try (ServerProcess server =
        setup.start("--slots", "2", "--vision-cache", "32MiB", "--metrics-open")) {
      ServeClient client = new ServeClient(server.origin());
      for (int look = 1; look <= LOOKS; look++) {
        int end = (int) ((long) requests * look / LOOKS);
        List<Callable<Void>> work = new ArrayList<>();
        for (int c = 0; c < CLIENTS; c++) {
          work.add(
              () -> {
                for (int i = next.getAndIncrement(); i < end; i = next.getAndIncrement()) {
                  one(client, setup.workload(), i, given, refused, left);
                }
                return null;
              });
        }
        AtOnce.run(work);
        next.set(end);
        resident.add(server.residentBytes() >> 20);
      }
      out.put("slots_still_taken", slotsTaken(client));
    }
    return out.put("answered", given.get()).put("refused", refused.get()).put("left", left.get());
  }

  private static void one(
      ServeClient client,
      Workload workload,
      int number,
      AtomicInteger given,
      AtomicInteger refused,
      AtomicInteger left)
      throws IOException, InterruptedException {
    // every fifth picture is new, the others are among the last ones
    byte[] picture = Workload.picture(number % 5 == 0 ? number : number % 7);
    String question = Workload.QUESTIONS.get(number % Workload.QUESTIONS.size());
    Workload own =
        new Workload(
            METHODS.get(number % METHODS.size()),
            16 + number % 100,
            1 + number % workload.tokens());
    boolean stream = number % 3 == 0;
    if (number % 50 == 49) {
      client.leaveEarly(own.body(picture, question, true));
      left.incrementAndGet();
    } else if (number % 50 == 48) {
      Expect.refused(client.whole(own.body(new byte[] {1, 2, 3}, question, false)));
      refused.incrementAndGet();
    } else {
      String body = own.body(picture, question, stream);
      Expect.given(stream ? client.streamed(body) : client.whole(body));
      given.incrementAndGet();
    }
  }

  /** Slots of requests that have not ended when those that were just ending have. */
  private static double slotsTaken(ServeClient client) throws IOException, InterruptedException {
    long start = System.nanoTime();
    double taken = client.metric("qcpruner_requests_running");
    while (taken > 0 && System.nanoTime() - start < GRACE_NANOS) {
      Thread.sleep(20);
      taken = client.metric("qcpruner_requests_running");
    }
    return taken;
  }
}
