package io.qcpruner.cli.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.qcpruner.cli.Main;
import io.qcpruner.core.method.BackboneFacts;
import io.qcpruner.core.method.BackboneFacts.Tower;
import io.qcpruner.core.method.BackboneFacts.Views;
import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.core.method.Methods;
import io.qcpruner.core.signal.VisionLayout;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** Times are printed for every method that can serve a model; a new method needs no line here. */
final class BenchMethodsCommandTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... args) {
    CommandLine line = Main.commandLine();
    return line.setOut(new PrintWriter(out)).setErr(new PrintWriter(err)).execute(args);
  }

  @Test
  void printsTimesAndReasons() throws Exception {
    assertEquals(
        0,
        run(
            "bench",
            "methods",
            "--methods=fastv,evs,random@9",
            "--tokens=576",
            "--runs=1",
            "--json"),
        err::toString);
    JsonNode results = new ObjectMapper().readTree(out.toString()).get("results");
    assertEquals(3, results.size());
    assertTrue(results.get(0).get("ms").asDouble() >= 0);
    assertEquals(144, results.get(0).get("kept_tokens").asInt());
    assertTrue(results.get(1).get("refused").asText().contains("evs can't serve"), out.toString());
    assertEquals("random@9", results.get(2).get("method").asText());
    assertEquals(9, results.get(2).get("kept_tokens").asInt());
  }

  @Test
  void printsATable() {
    assertEquals(0, run("bench", "methods", "--methods=uniform,evs", "--tokens=576", "--runs=1"));
    assertTrue(out.toString().contains("| method | 576 |"), out.toString());
    assertTrue(out.toString().contains("| evs@0.25 | - |"), out.toString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--tokens=7 | --tokens are 576, 1296, 2880, 64x169, not 7",
        "--runs=0 | --runs must be at least 1, not 0",
        "--methods=fasv | did you mean fastv?",
        "--methods=full | the unpruned model decides nothing",
        "--budget=many | budget \"many\" is none of",
      })
  void refusesWhatItCannotMeasure(String option, String part) {
    assertEquals(2, run("bench", "methods", option));
    assertTrue(err.toString().contains(part), err.toString());
  }

  /** Every method has the signals that it needs on some kind of model, in all of its stages. */
  @Test
  void drawsTheSignalsOfEveryMethod() {
    List<MethodWorkload> small =
        List.of(
            still(Tower.CLASS_ROW, Views.PADDED_SQUARE, VisionLayout.single(8, 8, true)),
            still(Tower.MERGED_UNITS, Views.ANY_SIZE, VisionLayout.single(8, 8, false)),
            still(Tower.CLASS_ROW, Views.TILES, VisionLayout.anyRes(5, 4, true, 2, 2)),
            MethodWorkload.clip(8, 4, 32, 16));
    Set<String> measured = new TreeSet<>();
    for (MethodWorkload workload : small) {
      for (String name : Methods.names()) {
        MethodTime time = new MethodBench(workload, 1, 0).measure(MethodSpec.parse(name + "@25%"));
        boolean served = Methods.named(name).obstacle(workload.facts()).isEmpty();
        assertEquals(served, time.millis().isPresent(), name + ": " + time.refusal());
        if (served) {
          measured.add(name);
        }
      }
    }
    assertEquals(new TreeSet<>(Methods.names()), measured);
  }

  private static MethodWorkload still(Tower tower, Views views, VisionLayout vision) {
    int tokens = vision.views() * vision.patches();
    BackboneFacts facts = BackboneFacts.of("small", tower, views, 32, tokens);
    return new MethodWorkload(
        "small",
        tower == Tower.CLASS_ROW ? facts.withJointSpace() : facts,
        vision,
        tokens / 16,
        4,
        false,
        32,
        16);
  }
}
