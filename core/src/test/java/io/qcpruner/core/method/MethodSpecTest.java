package io.qcpruner.core.method;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.core.prune.Budget;
import io.qcpruner.core.prune.Budgets;
import io.qcpruner.core.prune.Settings;
import io.qcpruner.testkit.Seeded;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(Seeded.class)
class MethodSpecTest {

  private static final String LETTERS = "abcdefghijklmnopqrstuvwxyz";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "qcpruner | qcpruner",
        "qcpruner@64 | qcpruner@64",
        "qcpruner:rho=0.4,layer=5@32/frame | qcpruner:layer=5,rho=0.4@32/frame",
        "fastv: layer = 2 @ 25% | fastv:layer=2@0.25",
        "qcpruner@auto | qcpruner@auto:0.95:visual=0.98",
        "qcpruner@auto:0.95 | qcpruner@auto:0.95",
        "qcpruner@auto:least=8 | qcpruner@auto:0.95:least=8",
        "qcpruner@auto:0.9:visual=0.8:least=16 | qcpruner@auto:0.9:visual=0.8:least=16",
        "full | full"
      })
  void oneTextForm(String written, String printed) {
    assertEquals(printed, MethodSpec.parse(written).toString());
    assertEquals(MethodSpec.parse(printed), MethodSpec.parse(written));
  }

  @Test
  void whatIsPrintedReadsBackTheSame(Random random) {
    for (int i = 0; i < 2000; i++) {
      MethodSpec spec =
          new MethodSpec(
              name(random),
              settings(random),
              random.nextInt(4) == 0 ? Optional.empty() : Optional.of(budget(random)));
      assertEquals(spec, MethodSpec.parse(spec.toString()));
      assertEquals(spec.toString(), MethodSpec.parse(spec.toString()).toString());
    }
  }

  @Test
  void anyTextIsReadOrRefusedAndNeverElse(Random random) {
    String alphabet = "ab-09:=,@.%/ auto\u00e9E+";
    for (int i = 0; i < 20000; i++) {
      StringBuilder text = new StringBuilder();
      for (int n = random.nextInt(14); n > 0; n--) {
        text.append(alphabet.charAt(random.nextInt(alphabet.length())));
      }
      try {
        MethodSpec spec = MethodSpec.parse(text.toString());
        assertEquals(spec, MethodSpec.parse(spec.toString()), text.toString());
      } catch (IllegalArgumentException refused) {
        assertFalse(refused.getMessage().isBlank());
      }
    }
  }

  private static String name(Random random) {
    StringBuilder name = new StringBuilder();
    for (int n = 5 + random.nextInt(4); n > 0; n--) {
      name.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
    }
    return name.toString();
  }

  private static Settings settings(Random random) {
    Settings settings = Settings.NONE;
    for (int n = random.nextInt(4); n > 0; n--) {
      String value =
          switch (random.nextInt(3)) {
            case 0 -> Integer.toString(random.nextInt());
            case 1 -> Double.toString(random.nextGaussian() * Math.pow(10, random.nextInt(40)));
            default -> name(random);
          };
      settings = settings.with(name(random), value);
    }
    return settings;
  }

  private static Budget budget(Random random) {
    return switch (random.nextInt(4)) {
      case 0 -> new Budget.Total(1 + random.nextInt(1 << 20));
      case 1 -> new Budget.PerGroup(1 + random.nextInt(1 << 20));
      case 2 -> new Budget.Ratio(share(random));
      default ->
          new Budget.Auto(
              share(random), random.nextBoolean() ? share(random) : 0, 1 + random.nextInt(3));
    };
  }

  private static double share(Random random) {
    return Math.pow(10, -8 * random.nextDouble());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "@64",
        "qcpruner:",
        "qcpruner:layer",
        "qcpruner:layer=",
        "qcpruner:layer=1,layer=2",
        "qcpruner@",
        "qcpruner@64@32",
        "QCPruner@64",
        "full@64",
        "full:layer=1",
        "qcpruner@0",
        "qcpruner@-3",
        "qcpruner@1.5",
        "qcpruner@200%",
        "qcpruner@0.5f",
        "qcpruner@NaN",
        "qcpruner@0x10",
        "qcpruner@99999999999",
        "qcpruner@auto:0",
        "qcpruner@auto:0.9:least=0",
        "qcpruner@auto:0.9:visual=2"
      })
  void badTextsAreRefused(String text) {
    assertThrows(IllegalArgumentException.class, () -> MethodSpec.parse(text));
  }

  @Test
  void commasBetweenMethodsAndInsideThem() {
    assertEquals(
        List.of("full", "qcpruner:keywords=4,rho=0.4", "fastv@32"),
        MethodSpec.parseList("full, qcpruner:rho=0.4,keywords=4,fastv@32").stream()
            .map(MethodSpec::toString)
            .toList());
  }

  @Test
  void everyMethodAtEveryBudget() {
    List<MethodSpec> methods = MethodSpec.parseList("dart,full,fastv,random@9");
    assertEquals(
        List.of("full", "random@9", "dart@8", "fastv@8", "dart@4", "fastv@4"),
        MethodSpec.cross(methods, Budgets.parseList("8,4")).stream()
            .map(MethodSpec::toString)
            .toList());
    assertEquals(List.of(MethodSpec.FULL), MethodSpec.cross(List.of(MethodSpec.FULL), List.of()));
    assertThrows(IllegalArgumentException.class, () -> MethodSpec.cross(methods, List.of()));
  }

  @Test
  void sharedOptionsReachTheMethodsThatDeclareThem() {
    assertEquals(
        "qcpruner:layer=5", MethodSpec.of("qcpruner").withIfDeclared("layer", "5").toString());
    assertEquals("divprune", MethodSpec.of("divprune").withIfDeclared("layer", "5").toString());
    assertEquals("full", MethodSpec.FULL.withIfDeclared("layer", "5").toString());
    assertEquals(
        "qcpruner:layer=3",
        MethodSpec.parse("qcpruner:layer=3").withDefault("layer", "5").toString());
  }

  @Test
  void resolvingWritesValuesInTheirOneForm() {
    MethodSpec spec = MethodSpec.parse("qcpruner:rho=.40,cues=FUSED,layer=05@64");
    assertEquals("qcpruner:cues=fused,layer=5,rho=0.4@64", Methods.resolve(spec).toString());
    String message =
        assertThrows(
                IllegalArgumentException.class,
                () -> Methods.resolve(MethodSpec.parse("qcprunner@64")))
            .getMessage();
    assertTrue(message.contains("did you mean qcpruner?"), message);
  }

  @Test
  void aMethodWithoutBudgetSaysSo() {
    String message =
        assertThrows(IllegalArgumentException.class, () -> MethodSpec.of("fastv").requireBudget())
            .getMessage();
    assertEquals("method fastv needs a budget, such as 64", message);
    assertThrows(IllegalArgumentException.class, () -> MethodSpec.parseComplete("fastv"));
    assertEquals(MethodSpec.FULL, MethodSpec.parseComplete("full"));
  }
}
