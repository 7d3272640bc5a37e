package io.qcpruner.model.generate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.qcpruner.text.internal.grammar.Grammar;
import io.qcpruner.text.internal.grammar.GrammarGuide;
import io.qcpruner.text.internal.grammar.TokenTrie;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Penalties, bias and grammar change which token is chosen, and scores do not change with them. */
class LogitRulesTest {
  private static final float[] LOGITS = {1, 3, 2.5f, 0};

  private static Sampler sampler(LogitRules rules) {
    return new Sampler(SamplingSettings.GREEDY, new int[0], rules, Optional.empty(), List.of());
  }

  @Test
  void aPresencePenaltyIsTakenOnce() {
    Sampler sampler = sampler(new LogitRules(0, 0.6, Map.of(), -1, Optional.empty()));
    assertEquals(1, sampler.next(LOGITS));
    assertEquals(2, sampler.next(LOGITS)); // 2.4 against 2.5
    assertEquals(1, sampler.next(LOGITS)); // 2.4 against 1.9
    assertEquals(1, sampler.next(LOGITS)); // still 2.4
  }

  @Test
  void aFrequencyPenaltyGrows() {
    Sampler sampler = sampler(new LogitRules(0.4, 0, Map.of(), -1, Optional.empty()));
    assertEquals(1, sampler.next(LOGITS));
    assertEquals(1, sampler.next(LOGITS)); // 2.6 against 2.5
    assertEquals(2, sampler.next(LOGITS)); // 2.2 against 2.5
    assertEquals(1, sampler.next(LOGITS)); // 2.2 against 2.1
  }

  @Test
  void aBiasIsAddedAndUnknownIdsAreNone() {
    assertEquals(
        0,
        sampler(new LogitRules(0, 0, Map.of(0, 5.0, 99, 100.0), -1, Optional.empty()))
            .next(LOGITS));
  }

  @Test
  void scoresAreThoseOfTheModel() {
    Sampler sampler = sampler(new LogitRules(0, 0, Map.of(0, 9.0), 2, Optional.empty()));
    sampler.next(LOGITS);
    TokenScore score = sampler.scores().get(0);
    double sum = Math.exp(1) + Math.exp(3) + Math.exp(2.5) + 1;
    assertEquals(0, score.id());
    assertEquals(1 - Math.log(sum), score.logprob(), 1e-6);
    assertEquals(List.of(1, 2), score.top().stream().map(TokenScore::id).toList());
    assertEquals(3 - Math.log(sum), score.top().get(0).logprob(), 1e-6);
  }

  @Test
  void aGrammarAllowsTheEndWhereTheAnswerIsWhole() throws Exception {
    String[] pieces = {"", "12", "a", "3"};
    byte[][] bytes = new byte[pieces.length][];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = pieces[i].getBytes(StandardCharsets.UTF_8);
    }
    Grammar grammar = Grammar.ofSchema(new ObjectMapper().readTree("{\"enum\":[12,123]}"));
    GrammarGuide guide = new GrammarGuide(grammar, new TokenTrie(4, i -> bytes[i]), i -> bytes[i]);
    Sampler sampler =
        new Sampler(
            SamplingSettings.GREEDY,
            new int[0],
            LogitRules.NONE.with(grammar),
            Optional.of(guide),
            List.of(0));
    assertEquals(1, sampler.next(new float[] {9, 1, 8, 7})); // no end yet, no letter ever
    assertEquals(3, sampler.next(new float[] {1, 9, 8, 7}));
    assertTrue(sampler.isComplete());
    assertEquals(0, sampler.next(new float[] {1, 9, 8, 7}));
  }

  @Test
  void aVocabularyThatCanNotWriteTheFormSaysSo() {
    GrammarGuide guide =
        new GrammarGuide(
            Grammar.jsonObject(), new TokenTrie(1, i -> new byte[] {'a'}), i -> new byte[] {'a'});
    Sampler sampler =
        new Sampler(
            SamplingSettings.GREEDY, new int[0], LogitRules.NONE, Optional.of(guide), List.of());
    assertThrows(IllegalStateException.class, () -> sampler.next(new float[] {1}));
  }
}
