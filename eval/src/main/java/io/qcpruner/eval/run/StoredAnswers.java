package io.qcpruner.eval.run;

import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.core.utility.Utility;
import io.qcpruner.eval.cost.PrefillFlops;
import io.qcpruner.eval.data.DataException;
import io.qcpruner.eval.data.Json;
import io.qcpruner.eval.task.ModelProfile;
import io.qcpruner.eval.task.Sample;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/**
 * Answers that another program wrote in LLaVA's format: a run with them scores a public prediction
 * file by our rules. Answers with one id are taken in the order of the file.
 */
public final class StoredAnswers implements EvalModel {

  private final Path file;
  private final ModelProfile family;
  private final Map<String, Deque<String>> texts = new HashMap<>();

  public StoredAnswers(Path file, ModelProfile family) throws IOException {
    this.file = file;
    this.family = family;
    int line = 0;
    for (Map<String, Object> answer : Json.lines(file)) {
      line++;
      Object id = answer.get("question_id");
      Object text = answer.get("text");
      if (id == null || text == null) {
        throw new DataException(file + " answer " + line, "has no question_id or no text");
      }
      texts.computeIfAbsent(id.toString(), key -> new ArrayDeque<>()).add(text.toString());
    }
  }

  @Override
  public ModelCard card() {
    // no decoder ran: a shape of ones gives no misleading cost
    return new ModelCard(
        "answers " + file.getFileName(),
        family.family(),
        "none",
        new PrefillFlops(1, 1, 1, 1, 1, 1));
  }

  @Override
  public Loaded load(Sample sample) throws IOException {
    Deque<String> left = texts.get(sample.id());
    if (left == null || left.isEmpty()) {
      throw new DataException(file.toString(), "no answer for question " + sample.id());
    }
    String text = left.removeFirst();
    return new Loaded() {
      @Override
      public Answer answer(MethodSpec setting, int maxNewTokens, BooleanSupplier cancelled) {
        return new Answer(text, 0, "stored", 0, 0, new int[0], 0, Map.of(), List.of(), 0);
      }

      @Override
      public List<Utility> cues() {
        throw new IllegalArgumentException("stored answers have no cues");
      }

      @Override
      public void close() {}
    };
  }

  @Override
  public void close() {}
}
