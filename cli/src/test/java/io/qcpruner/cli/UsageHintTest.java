package io.qcpruner.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A mistyped word is answered with what it was probably meant to be. */
class UsageHintTest {

  private static String told(String... args) {
    StringWriter err = new StringWriter();
    assertEquals(2, Main.commandLine().setErr(new PrintWriter(err, true)).execute(args));
    return err.toString();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "aks | Did you mean qcpruner ask?",
        "srve | Did you mean qcpruner serve?",
        "aks --model embedded --image x What? | Did you mean qcpruner ask?",
        "bench modle | Did you mean qcpruner bench model?",
        "ask --modle embedded --image x What? | Did you mean --model?",
        "serve --prot=8080 --model embedded | Did you mean --port?",
        "What is this? | qcpruner ask --model embedded --image FILE \"What is this?\"",
        "ask --model embedded --image x What is this? | stands in quotes",
      })
  void theNearestIsNamed(String line, String hint) {
    String told = told(line.split(" "));
    assertTrue(told.contains(hint), told);
  }

  @Test
  void whatIsNearNothingGetsNoHint() {
    assertEquals(2, told("xyzxyzxyz").lines().count());
  }

  @Test
  void modelsAreWordsToo() {
    for (String[] pair :
        new String[][] {
          {"embeded", "did you mean embedded?"},
          {"llava-1.5-7b-hf", "did you mean llava-hf/llava-1.5-7b-hf?"}
        }) {
      String told = told("ask", "--model", pair[0], "--image", "../docs/images/demo.png", "What?");
      assertTrue(told.contains(pair[1]), told);
    }
  }
}
