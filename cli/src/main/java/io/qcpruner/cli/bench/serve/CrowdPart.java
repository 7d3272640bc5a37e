package io.qcpruner.cli.bench.serve;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;

/**
 * Many clients at once against two slots and a line of eight. Each has a key of its own and must
 * get the answer that its question got alone, or be turned away with a time to come back.
 */
final class CrowdPart {
  private static final int WAVES = 5;
  private static final int PICTURES = 4;

  private CrowdPart() {}

  static ObjectNode measure(ServeSetup setup, int clients)
      throws IOException, InterruptedException {
    Path keys = Files.createTempFile("qcpruner", ".keys");
    try {
      Files.write(keys, IntStream.range(0, clients).mapToObj(CrowdPart::key).toList());
      try (ServerProcess server =
          setup.start("--slots", "2", "--queue", "8", "--api-key-file", keys.toString())) {
        return waves(setup.workload(), server, clients);
      }
    } finally {
      Files.delete(keys);
    }
  }

  private static String key(int client) {
    return "client-" + client;
  }

  private static ObjectNode waves(Workload workload, ServerProcess server, int clients)
      throws IOException, InterruptedException {
    ServeClient anyone = new ServeClient(server.origin());
    List<String> bodies = new ArrayList<>();
    List<String> alone = new ArrayList<>();
    for (int i = 0; i < PICTURES * Workload.QUESTIONS.size(); i++) {
      byte[] picture = Workload.picture(i % PICTURES);
      String question = Workload.QUESTIONS.get(i / PICTURES);
      bodies.add(workload.body(picture, question, false));
      alone.add(Expect.given(anyone.withKey(key(0)).whole(bodies.get(i))).text());
    }
    ObjectNode out = JsonNodeFactory.instance.objectNode().put("clients", clients);
    int given = 0;
    int turnedAway = 0;
    int wrong = 0;
    ArrayNode resident = out.putArray("resident_mb_after_each_wave");
    double longest = 0;
    for (int wave = 0; wave < WAVES; wave++) {
      List<Callable<ServeClient.Answer>> work = new ArrayList<>();
      for (int c = 0; c < clients; c++) {
        ServeClient client = anyone.withKey(key(c));
        String body = bodies.get(c % bodies.size());
        work.add(() -> client.whole(body));
      }
      List<ServeClient.Answer> answers = AtOnce.run(work);
      for (int c = 0; c < clients; c++) {
        ServeClient.Answer answer = answers.get(c);
        longest = Math.max(longest, answer.millis());
        boolean right = answer.isGiven() && answer.text().equals(alone.get(c % alone.size()));
        given += right ? 1 : 0;
        turnedAway += answer.isTurnedAway() ? 1 : 0;
        wrong += right || answer.isTurnedAway() ? 0 : 1;
      }
      resident.add(server.residentBytes() >> 20);
    }
    boolean next = anyone.withKey(key(0)).whole(bodies.get(0)).text().equals(alone.get(0));
    return out.put("waves", WAVES)
        .put("answered", given)
        .put("turned_away_with_retry_after", turnedAway)
        .put("anything_else", wrong)
        .put("longest_ms", Figures.rounded(longest))
        .put("next_request_works", next);
  }
}
