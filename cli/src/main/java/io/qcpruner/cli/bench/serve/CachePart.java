package io.qcpruner.cli.bench.serve;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Five questions on one new picture, with the vision cache and without, in turns. */
final class CachePart {
  private CachePart() {}

  static ObjectNode measure(ServeSetup setup, int rounds) throws IOException, InterruptedException {
    List<Double> with = new ArrayList<>();
    List<Double> without = new ArrayList<>();
    try (ServerProcess keeping = setup.start();
        ServerProcess forgetting = setup.start("--vision-cache", "0")) {
      ServeClient kept = new ServeClient(keeping.origin());
      ServeClient fresh = new ServeClient(forgetting.origin());
      for (int round = 0; round <= rounds; round++) {
        byte[] picture = Workload.picture(1000 + round);
        double first = questions(kept, setup.workload(), picture);
        double second = questions(fresh, setup.workload(), picture);
        if (round > 0) { // the first pays for fresh memory and compiling
          with.add(first);
          without.add(second);
        }
      }
    }
    double kept = Figures.of(with).mean();
    double fresh = Figures.of(without).mean();
    return new ObjectMapper()
        .createObjectNode()
        .put("questions", Workload.QUESTIONS.size())
        .put("rounds", rounds)
        .put("with_cache_ms", Figures.rounded(kept))
        .put("without_cache_ms", Figures.rounded(fresh))
        .put("times_as_fast", Figures.rounded(fresh / kept));
  }

  private static double questions(ServeClient client, Workload workload, byte[] picture)
      throws IOException, InterruptedException {
    double millis = 0;
    for (String question : Workload.QUESTIONS) {
      millis += Expect.given(client.whole(workload.body(picture, question, false))).millis();
    }
    return millis;
  }
}
