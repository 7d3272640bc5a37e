package io.qcpruner.eval.metric;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.qcpruner.testkit.Seeded;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@ExtendWith(Seeded.class)
class VqaNormalizerTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "The Two Dogs.|2 dogs",
        "U.S.A.|usa",
        "3.5|3.5",
        "v 2.0.|v 2.0",
        "Macy's|macy 's",
        "dont know|don't know",
        "1,000|1000",
        "black-and-white|black and white",
        "8:30|8:30",
        "08/13/2011|08 13 2011",
        "Omega-3|omega 3",
        "black - white|black white",
        "$500,000|$500000",
        "C++|c",
        "(a)|~~",
        "none|0",
        "Im|im",
        "the|~~"
      })
  void fullFormOfTheSpecification(String in, String out) {
    assertEquals(out, VqaNormalizer.full(in));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "Macy's|macy's",
        "a, b|b",
        "3,000 dollars, approx|3000 dollars approx",
        "half/half|half half"
      })
  void shortFormOfTheSpecification(String in, String out) {
    assertEquals(out, VqaNormalizer.shortForm(in));
  }

  @Test
  void atMostThirtyTwoPeriodsGo() {
    assertEquals("x" + ".".repeat(8), VqaNormalizer.full("x" + ".".repeat(40)));
  }

  @Test
  void onePassEqualsMarkByMark(Random random) {
    // single marks and whole words; no piece makes a contraction other than "dont"
    String alphabet = "ab AB1.,;/[]\"{}()=+\\_-><@`?!'s\n\t\u00a0\u0663 ";
    String[] words = {" dont ", " two ", " none ", " the ", " an ", " ten"};
    for (int round = 0; round < 20_000; round++) {
      StringBuilder text = new StringBuilder();
      for (int i = random.nextInt(14); i > 0; i--) {
        text.append(
            random.nextInt(5) == 0
                ? words[random.nextInt(words.length)]
                : String.valueOf(alphabet.charAt(random.nextInt(alphabet.length()))));
      }
      String s = text.toString();
      assertEquals(NaiveVqaNormalizer.full(s), VqaNormalizer.full(s), () -> "full of <" + s + ">");
      assertEquals(
          NaiveVqaNormalizer.shortForm(s),
          VqaNormalizer.shortForm(s),
          () -> "short form of <" + s + ">");
    }
  }
}
