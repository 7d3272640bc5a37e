package io.qcpruner.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.qcpruner.checkpoint.synthetic.TinyModel;
import io.qcpruner.model.synthetic.TinyFolder;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

@Timeout(400)
final class BenchServeCommandTest {
  @TempDir private static Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeAll
  static void write() throws IOException {
    TinyFolder.write(TinyModel.LLAVA, folder);
  }

  private int run(String arguments) {
    CommandLine line = Main.commandLine();
    line.setOut(new PrintWriter(out));
    line.setErr(new PrintWriter(err));
    return line.execute(("bench serve --model " + folder + " " + arguments).split(" "));
  }

  @Test
  void partsOnAFewRequests() throws Exception {
    int code =
        run("--parts overhead,crowd,soak --rounds 1 --budget 8 --crowd 12 --requests 40 --json");
    assertEquals(0, code, err.toString());
    JsonNode all = new ObjectMapper().readTree(out.toString());
    JsonNode small = all.at("/overhead/small_picture");
    assertEquals(10, small.get("requests").asInt());
    double overhead = small.get("overhead_ms").asDouble();
    assertTrue(overhead > 0 && overhead < small.get("request_ms").asDouble(), small.toString());
    JsonNode crowd = all.get("crowd");
    assertEquals(0, crowd.get("anything_else").asInt(), crowd.toString());
    assertEquals(
        12 * crowd.get("waves").asInt(),
        crowd.get("answered").asInt() + crowd.get("turned_away_with_retry_after").asInt());
    assertTrue(crowd.get("next_request_works").asBoolean());
    JsonNode soak = all.get("soak");
    assertEquals(
        40, soak.get("answered").asInt() + soak.get("refused").asInt() + soak.get("left").asInt());
    assertEquals(20, soak.get("resident_mb").size());
    assertEquals(0, soak.get("slots_still_taken").asInt());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--rounds 0",
        "--crowd 251",
        "--requests 0",
        "--clients 9",
        "--slots 0",
        "--tokens 0"
      })
  void refusesWhatCantBeMeasured(String arguments) {
    assertEquals(2, run(arguments));
    assertTrue(err.toString().contains(arguments.split(" ")[0] + " must be"), err.toString());
  }
}
