package io.qcpruner.eval.judge;

import io.qcpruner.eval.metric.PyText;
import io.qcpruner.json.BoundedFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalDouble;

/** MM-Vet's grading: a few-shot table whose last cell the judge fills in. */
public final class MmVetGrader {

  private static final long MAX_WORDING = 1 << 20;

  private static final int TRIES = 5;
  private static final int TOKENS = 3;
  private static final String AGAIN = "\nPredict the correctness of the answer (digit): ";

  private final Judge judge;
  private final String table;

  /**
   * @param wording a file with the official wording, if the user has it
   */
  public MmVetGrader(Judge judge, Optional<Path> wording) throws IOException {
    this.judge = judge;
    this.table =
        wording.isPresent()
            ? new String(BoundedFile.read(wording.get(), MAX_WORDING), StandardCharsets.UTF_8)
            : ownWording();
  }

  private static String ownWording() throws IOException {
    try (InputStream in = MmVetGrader.class.getResourceAsStream("mmvet-prompt.txt")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** Correctness in [0, 1]; a judge that never gives a number gives 0. */
  public double grade(String question, String truth, String prediction) throws IOException {
    String row =
        String.join(
            " | ",
            question,
            truth.replace("<AND>", " <AND> ").replace("<OR>", " <OR> "),
            prediction,
            "");
    String prompt = PyText.stripEnd(table, '\n') + "\n" + row;
    double temperature = 0;
    for (int attempt = 0; attempt < TRIES; attempt++) {
      OptionalDouble score = score(judge.ask(prompt, temperature, TOKENS));
      if (score.isPresent()) {
        return score.getAsDouble();
      }
      if (attempt == 0) {
        prompt += AGAIN;
      }
      temperature += 0.5;
    }
    return 0;
  }

  /** The first word as a number in [0, 1]. */
  static OptionalDouble score(String content) {
    OptionalDouble number = PyText.parseFloat(PyText.split(content, ' ').get(0));
    boolean valid = number.isPresent() && number.getAsDouble() >= 0 && number.getAsDouble() <= 1;
    return valid ? number : OptionalDouble.empty();
  }
}
