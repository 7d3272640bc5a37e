package io.qcpruner.cli.bench.serve;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/**
 * Requests per second and what a user waits, for several numbers of slots and clients. Every
 * picture is new to the server: its vision cache is off.
 */
final class ThroughputPart {
  private ThroughputPart() {}

  /**
   * @param requests of each client
   */
  static ArrayNode measure(
      ServeSetup setup, List<Integer> slots, List<Integer> clients, int requests)
      throws IOException, InterruptedException {
    ArrayNode out = JsonNodeFactory.instance.arrayNode();
    for (int slot : slots) {
      try (ServerProcess server =
          setup.start("--slots", Integer.toString(slot), "--vision-cache", "0")) {
        ServeClient client = new ServeClient(server.origin());
        row(client, setup.workload(), Math.max(slot, 2), 1);
        for (int count : clients) {
          ObjectNode row = row(client, setup.workload(), count, requests);
          row.put("slots", slot).put("resident_mb", server.residentBytes() >> 20);
          out.add(row);
        }
      }
    }
    return out;
  }

  private static ObjectNode row(ServeClient client, Workload workload, int clients, int requests)
      throws IOException, InterruptedException {
    List<Callable<List<ServeClient.Answer>>> work = new ArrayList<>();
    for (int c = 0; c < clients; c++) {
      int number = c;
      work.add(() -> ask(client, workload, number, requests));
    }
    long start = System.nanoTime();
    List<ServeClient.Answer> answers = new ArrayList<>();
    AtOnce.run(work).forEach(answers::addAll);
    double seconds = (System.nanoTime() - start) / 1e9;
    Figures times = Figures.of(answers.stream().map(ServeClient.Answer::millis).toList());
    Figures first = Figures.of(answers.stream().map(ServeClient.Answer::firstMillis).toList());
    return JsonNodeFactory.instance
        .objectNode()
        .put("clients", clients)
        .put("requests", answers.size())
        .put("per_second", Figures.rounded(answers.size() / seconds))
        .put("mean_ms", Figures.rounded(times.mean()))
        .put("p95_ms", Figures.rounded(times.quantile(0.95)))
        .put("first_chunk_ms", Figures.rounded(first.mean()))
        .put("first_chunk_p95_ms", Figures.rounded(first.quantile(0.95)));
  }

  private static List<ServeClient.Answer> ask(
      ServeClient client, Workload workload, int number, int requests)
      throws IOException, InterruptedException {
    byte[] picture = Workload.picture(number);
    List<ServeClient.Answer> out = new ArrayList<>();
    for (int i = 0; i < requests; i++) {
      String question = Workload.QUESTIONS.get(i % Workload.QUESTIONS.size());
      out.add(Expect.given(client.streamed(workload.body(picture, question, true))));
    }
    return out;
  }
}
