package io.qcpruner.cli.bench.serve;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * What HTTP adds: the client's time from sending to the last byte, less what the model took. In it
 * are the socket, the body, JSON, base64, checks, the waiting line, the reply and the client. A
 * server in use is compiled: requests that are refused after parsing, which cost next to nothing,
 * bring both programs there, and half as many answered ones as are measured.
 */
final class OverheadPart {
  /** Enough for both programs to be compiled; a short trial makes fewer. */
  private static final int MAX_REFUSED = 2000;

  private static final int REFUSED_PER_REQUEST = 40;

  private OverheadPart() {}

  static ObjectNode measure(ServeSetup setup, int rounds) throws IOException, InterruptedException {
    ObjectNode out = JsonNodeFactory.instance.objectNode();
    try (ServerProcess server = setup.start();
        BareConnection client = new BareConnection(server.origin())) {
      add(out.putObject("small_picture"), client, setup, Workload.picture(1), rounds);
      add(out.putObject("photograph"), client, setup, Workload.photograph(1), rounds);
    }
    return out;
  }

  private static void add(
      ObjectNode out, BareConnection client, ServeSetup setup, byte[] picture, int rounds)
      throws IOException, InterruptedException {
    String body = setup.workload().body(picture, Workload.QUESTIONS.get(0), false);
    String unknown = setup.workload().by("no-such-method").body(picture, "Why?", false);
    for (int i = 0; i < Math.min(MAX_REFUSED, REFUSED_PER_REQUEST * rounds); i++) {
      Expect.refused(client.whole(unknown));
    }
    for (int i = 0; i < Math.max(3, rounds / 2); i++) {
      Expect.given(client.whole(body));
    }
    List<Double> added = new ArrayList<>();
    List<Double> all = new ArrayList<>();
    for (int i = 0; i < rounds; i++) {
      ServeClient.Answer answer = Expect.given(client.whole(body));
      added.add(answer.millis() - answer.engineMillis());
      all.add(answer.millis());
    }
    Figures overhead = Figures.of(added);
    out.put("picture_bytes", picture.length)
        .put("requests", rounds)
        .put("request_ms", Figures.rounded(Figures.of(all).mean()))
        .put("overhead_ms", Figures.rounded(overhead.mean()))
        .put("overhead_median_ms", Figures.rounded(overhead.quantile(0.5)))
        .put("overhead_p95_ms", Figures.rounded(overhead.quantile(0.95)))
        .put("overhead_percent", Figures.rounded(100 * overhead.mean() / Figures.of(all).mean()));
  }
}
