package io.qcpruner.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class BenchPruneCommandTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... more) {
    CommandLine line = Main.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
    String[] arguments = new String[more.length + 3];
    System.arraycopy(new String[] {"bench", "prune", "--layers=2"}, 0, arguments, 0, 3);
    System.arraycopy(more, 0, arguments, 3, more.length);
    return line.execute(arguments);
  }

  @Test
  void everyBudgetIsComparedWithTheSameUnprunedRounds() throws IOException {
    assertEquals(
        0, run("--weights=half", "--rounds=1", "--budgets=128,32", "--json"), err.toString());
    JsonNode rows = new ObjectMapper().readTree(out.toString());
    assertEquals(2, rows.size());
    JsonNode many = rows.get(0);
    JsonNode few = rows.get(1);
    assertEquals("half", few.get("weights").asText());
    assertEquals(many.get("unpruned_ms").asDouble(), few.get("unpruned_ms").asDouble());
    assertTrue(few.get("flops_ratio").asDouble() > many.get("flops_ratio").asDouble());
    double speedUp = few.get("unpruned_ms").asDouble() / few.get("pruned_ms").asDouble();
    assertEquals(speedUp, few.get("speed_up").asDouble(), 1e-9);
    assertEquals(
        speedUp / few.get("flops_ratio").asDouble(), few.get("realised_share").asDouble(), 1e-9);
    assertEquals(2, few.get("unpruned_rounds_ms").size());
    assertEquals(1, few.get("pruned_rounds_ms").size());
    // one of the two layers runs before the hook
    double asUnpruned = 2 * few.get("prefill_before_ms").asDouble();
    assertEquals(
        asUnpruned / few.get("pruned_ms").asDouble() / few.get("flops_ratio").asDouble(),
        few.get("realised_within_pass").asDouble(),
        1e-9);
  }

  @Test
  void severalQuestionsAboutOnePicture() throws IOException {
    assertEquals(0, run("--questions=2", "--rounds=1", "--budgets=64", "--json"), err.toString());
    JsonNode row = new ObjectMapper().readTree(out.toString()).get(0);
    assertEquals(2, row.get("questions").asInt());
    assertEquals(
        row.get("unpruned_ms").asDouble() / row.get("pruned_reused_ms").asDouble(),
        row.get("speed_up").asDouble(),
        1e-9);
    assertEquals(1, row.get("pruned_reused_rounds_ms").size());
  }

  @Test
  void refusesUnknownKinds() {
    assertEquals(2, run("--weights=f8"));
    assertTrue(err.toString().contains("stored, half, int8 or int4, not f8"), err.toString());
  }
}
