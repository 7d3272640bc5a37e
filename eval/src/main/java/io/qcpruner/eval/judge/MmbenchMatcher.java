package io.qcpruner.eval.judge;

import io.qcpruner.eval.metric.ChoiceAnswer;
import io.qcpruner.eval.metric.MmbenchOption;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Asks a judge which option a free MMBench answer means. */
public final class MmbenchMatcher {

  private static final int ROUNDS = 3;
  private static final int TOKENS = 256;
  private static final String TASK =
      "You match a free answer to the options of a single-choice question. You are given the"
          + " question, its options and an answer. Choose the option whose meaning is most similar"
          + " to the answer. If the meaning of every option clearly differs from the answer, output"
          + " E. Output one upper-case letter among the valid ones and E, and nothing else.\n"
          + "Example 1:\nQuestion: What is the main object in the image?\nOptions: There are several"
          + " options: \nA. teddy bear\nB. rabbit\nC. cat\nD. dog\nAnswer: a cute teddy bear\nYour"
          + " output: A\n"
          + "Example 2:\nQuestion: What is the main object in the image?\nOptions: There are several"
          + " options: \nA. teddy bear\nB. rabbit\nC. cat\nD. dog\nAnswer: Spider\nYour output: E\n";

  private final Judge judge;

  public MmbenchMatcher(Judge judge) {
    this.judge = judge;
  }

  /** The letter, or nothing when the judge never names one. */
  public Optional<String> match(String question, List<String> options, String answer)
      throws IOException {
    StringBuilder prompt = new StringBuilder(TASK);
    prompt
        .append("Question: ")
        .append(question)
        .append("?\nOptions: There are several options: \n");
    for (int i = 0; i < options.size(); i++) {
      prompt.append(ChoiceAnswer.letter(i)).append(". ").append(options.get(i)).append('\n');
    }
    prompt.append("Answer: ").append(answer).append("\nYour output: ");
    for (int round = 0; round < ROUNDS; round++) {
      // another round is another prompt to the cache
      String text = prompt + "\n".repeat(round);
      Optional<String> letter = MmbenchOption.infer(judge.ask(text, 0, TOKENS), options);
      if (letter.isPresent()) {
        return letter;
      }
    }
    return Optional.empty();
  }
}
