package io.qcpruner.cli.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.qcpruner.checkpoint.synthetic.CheckpointRecipe;
import io.qcpruner.checkpoint.synthetic.NameLayout;
import io.qcpruner.checkpoint.synthetic.SyntheticTokenizer;
import io.qcpruner.checkpoint.synthetic.TinyModel;
import io.qcpruner.model.synthetic.GeneratedCheckpoint;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class BenchPerplexityCommandTest {
  @TempDir Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private Path text;

  @BeforeEach
  void write() throws IOException {
    String config =
        SyntheticTokenizer.withItsIds(TinyModel.LLAVA.json())
            .replace("\"vocab_size\":96", "\"vocab_size\":" + SyntheticTokenizer.SIZE);
    GeneratedCheckpoint.write(CheckpointRecipe.of(config, NameLayout.B), folder.resolve("m"));
    SyntheticTokenizer.write(folder.resolve("m"));
    text = Files.writeString(folder.resolve("text.txt"), "What is kept of a picture? Patches.");
  }

  private int run(Path file, String... more) {
    CommandLine line = new CommandLine(new BenchPerplexityCommand());
    line.setOut(new PrintWriter(out));
    line.setErr(new PrintWriter(err));
    Stream<String> model = Stream.of("--model=" + folder.resolve("m"), "--text=" + file);
    return line.execute(Stream.concat(model, Stream.of(more)).toArray(String[]::new));
  }

  @Test
  void printsBothReadingsAgainstStoredWeights() throws IOException {
    assertEquals(0, run(text, "--weights=int8", "--context=16", "--json"), err.toString());
    JsonNode rows = new ObjectMapper().readTree(out.toString());
    assertEquals(2, rows.size());
    assertEquals("prompt", rows.get(0).get("as").asText());
    assertEquals("tokens", rows.get(1).get("as").asText());
    for (JsonNode row : rows) {
      assertEquals(35 - 3, row.get("tokens").asInt());
      double ratio = row.get("perplexity").asDouble() / row.get("stored_perplexity").asDouble();
      assertEquals(
          100 * (ratio - 1), row.get("more_than_stored_percent").asDouble(), 1e-6, row.toString());
      assertTrue(row.get("mean_kl").asDouble() > 0, row.toString());
      assertTrue(row.get("same_first_choice").asDouble() > 0.5, row.toString());
    }
  }

  /** Words in the same bits have the same answers; answers of 8 bits begin alike at least. */
  @Test
  void countsEqualAnswers() throws IOException {
    String[] options = {"--as=prompt", "--context=16", "--tokens=16", "--answers=1", "--json"};
    String[] half =
        Stream.concat(Stream.of("--weights=half"), Stream.of(options)).toArray(String[]::new);
    assertEquals(0, run(text, half), err.toString());
    JsonNode row = new ObjectMapper().readTree(out.toString()).get(1);
    assertEquals("answers", row.get("as").asText());
    assertEquals(1, row.get("answers").asInt());
    assertEquals(32, row.get("tokens").asInt());
    int same = row.get("same_tokens").asInt();
    assertEquals(row.get("same_answers").asInt() == 1, same == 32, row.toString());
    assertTrue(same >= 0 && same <= 32, row.toString());
  }

  @Test
  void storedWeightsHaveNothingToCompareWith() {
    assertEquals(0, run(text, "--as=prompt"), err.toString());
    assertTrue(out.toString().contains("perplexity"), out.toString());
    assertTrue(out.toString().contains(" ± "), out.toString());
    assertEquals(-1, out.toString().indexOf("mean_kl"), out.toString());
  }

  @Test
  void badInputIsNamed() throws IOException {
    assertEquals(2, run(text, "--as=words"));
    assertTrue(err.toString().contains("not words"), err.toString());
    assertEquals(2, run(text, "--answers=1"));
    assertTrue(err.toString().contains("weights other than stored"), err.toString());
    assertEquals(2, run(text, "--weights=int8", "--context=16", "--as=prompt", "--answers=9"));
    assertTrue(err.toString().contains("prompts for 1 answers"), err.toString());
    Path binary = Files.write(folder.resolve("b"), new byte[] {(byte) 0xC3, 0x28});
    assertEquals(1, run(binary));
    assertTrue(err.toString().contains("UTF-8"), err.toString());
  }
}
