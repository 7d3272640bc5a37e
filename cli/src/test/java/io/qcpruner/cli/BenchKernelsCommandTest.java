package io.qcpruner.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.qcpruner.model.nn.WeightKind;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class BenchKernelsCommandTest {

  @Test
  void measuresEveryKernel() throws IOException {
    StringWriter out = new StringWriter();
    CommandLine line = Main.commandLine();
    line.setOut(new PrintWriter(out));
    assertEquals(0, line.execute("bench", "kernels", "--repeats=1", "--json"));
    JsonNode result = new ObjectMapper().readTree(out.toString());
    for (WeightKind kind : WeightKind.values()) {
      for (String rows : List.of("576 rows", "126 rows", "1 row")) {
        assertTrue(result.has(rows + ", " + kind.text()), out.toString());
      }
    }
    assertEquals(3 * WeightKind.values().length + 3, result.size());
    result.forEach(ms -> assertTrue(ms.asDouble() > 0));
  }
}
