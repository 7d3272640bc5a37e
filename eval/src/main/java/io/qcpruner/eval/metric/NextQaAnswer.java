package io.qcpruner.eval.metric;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.ToIntFunction;

/** The letter in a NExT-QA multiple-choice answer, as lmms-eval looks for it. */
public final class NextQaAnswer {

  private static final char[] EDGE_MARKS = {',', '.', '!', '?', ';', ':', '\''};

  /** Option texts are looked for only in answers longer than this. */
  private static final int FEW_WORDS = 5;

  private NextQaAnswer() {}

  /** Index of the option that the answer names; empty where the reference draws one at random. */
  public static Optional<Integer> parse(String answer, List<String> options) {
    String stripped = answer;
    for (char mark : EDGE_MARKS) {
      stripped = PyText.strip(stripped, mark);
    }
    String text = " " + stripped + " ";
    int n = options.size();

    List<Integer> found = matching(n, i -> text.contains("(" + letter(i) + ")"));
    if (!found.isEmpty()) {
      return last(found, i -> text.lastIndexOf("(" + letter(i) + ")"));
    }
    for (IntFunction<String> form : letterForms()) {
      found = matching(n, i -> text.contains(form.apply(i)));
      if (!found.isEmpty()) {
        return last(found, i -> text.lastIndexOf(" " + letter(i) + " "));
      }
    }
    String lower = PyText.lower(text);
    if (PyText.split(text).size() > FEW_WORDS) {
      found = matching(n, i -> lower.contains(PyText.lower(options.get(i))));
    }
    return last(found, i -> lower.lastIndexOf(PyText.lower(options.get(i))));
  }

  private static List<IntFunction<String>> letterForms() {
    return List.of(i -> letter(i) + " ", i -> letter(i) + ".");
  }

  private static String letter(int index) {
    return ChoiceAnswer.letter(index);
  }

  private static List<Integer> matching(int n, IntPredicate test) {
    List<Integer> found = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      if (test.test(i)) {
        found.add(i);
      }
    }
    return found;
  }

  /** The candidate that is mentioned last; ties go to the first candidate. */
  private static Optional<Integer> last(List<Integer> candidates, ToIntFunction<Integer> position) {
    Integer best = null;
    for (Integer candidate : candidates) {
      if (best == null || position.applyAsInt(candidate) > position.applyAsInt(best)) {
        best = candidate;
      }
    }
    return Optional.ofNullable(best);
  }
}
