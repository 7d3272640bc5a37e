package io.qcpruner.cli.bench.serve;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Five questions on one new picture: without a cache, with the vision cache, and with the prefix
 * cache too, in turns.
 */
final class CachePart {
  private CachePart() {}

  static ObjectNode measure(ServeSetup setup, int rounds) throws IOException, InterruptedException {
    List<Double> none = new ArrayList<>();
    List<Double> vision = new ArrayList<>();
    List<Double> prefix = new ArrayList<>();
    try (ServerProcess forgetting = setup.start("--vision-cache", "0");
        ServerProcess seeing = setup.start();
        ServerProcess keeping = setup.start("--prefix-cache", "512MiB")) {
      for (int round = 0; round <= rounds; round++) {
        byte[] picture = Workload.picture(1000 + round);
        double first = questions(forgetting, setup.workload(), picture);
        double second = questions(seeing, setup.workload(), picture);
        double third = questions(keeping, setup.workload(), picture);
        if (round > 0) { // the first pays for fresh memory and compiling
          none.add(first);
          vision.add(second);
          prefix.add(third);
        }
      }
    }
    double fresh = Figures.of(none).mean();
    double seen = Figures.of(vision).mean();
    double kept = Figures.of(prefix).mean();
    return JsonNodeFactory.instance
        .objectNode()
        .put("questions", Workload.QUESTIONS.size())
        .put("rounds", rounds)
        .put("without_cache_ms", Figures.rounded(fresh))
        .put("vision_cache_ms", Figures.rounded(seen))
        .put("prefix_cache_ms", Figures.rounded(kept))
        .put("vision_cache_times_as_fast", Figures.rounded(fresh / seen))
        .put("prefix_cache_times_as_fast", Figures.rounded(fresh / kept));
  }

  private static double questions(ServerProcess server, Workload workload, byte[] picture)
      throws IOException, InterruptedException {
    ServeClient client = new ServeClient(server.origin());
    double millis = 0;
    for (String question : Workload.QUESTIONS) {
      millis += Expect.given(client.whole(workload.body(picture, question, false))).millis();
    }
    return millis;
  }
}
