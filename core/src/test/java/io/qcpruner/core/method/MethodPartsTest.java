package io.qcpruner.core.method;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.core.prune.Budget;
import io.qcpruner.core.prune.Pruner;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Checks, labels and refusals that methods share. */
class MethodPartsTest {

  private final BackboneFacts bare = PublishedBackbone.LLAVA_1_5.bare(32, 576);

  @Test
  void limitsBelongToTheirSide() {
    assertDoesNotThrow(() -> Checks.unit("share", 0));
    assertDoesNotThrow(() -> Checks.unit("share", 1));
    refused("share must be in [0, 1], not 1.5", () -> Checks.unit("share", 1.5));
    refused("share must be in [0, 1], not NaN", () -> Checks.unit("share", Double.NaN));
    assertDoesNotThrow(() -> Checks.positive("tau", Double.MIN_VALUE));
    refused("tau must be above 0, not 0.0", () -> Checks.positive("tau", 0));
    refused("tau must be above 0, not Infinity", () -> Checks.positive("tau", 1.0 / 0));
    assertDoesNotThrow(() -> Checks.layer(0));
    refused("layer must be 0 or more, not -1", () -> Checks.layer(-1));
    assertDoesNotThrow(() -> Checks.atLeast("steps", 2, 2));
    refused("steps must be at least 2, not 1", () -> Checks.atLeast("steps", 1, 2));
    assertDoesNotThrow(() -> Checks.rows("states", 3, 3));
    refused("states has 4 rows, expected 3", () -> Checks.rows("states", 4, 3));
  }

  private static void refused(String message, Runnable action) {
    assertEquals(message, assertThrows(IllegalArgumentException.class, action::run).getMessage());
  }

  /** The command line offers an option for the one, and none for the other. */
  @Test
  void onlyAMissingTextTowerIsCalledThat() {
    assertThrows(MissingTextTowerException.class, () -> Methods.create("cdpruner", bare));
    IllegalArgumentException other =
        assertThrows(IllegalArgumentException.class, () -> Methods.create("fastvid", bare));
    assertFalse(other instanceof MissingTextTowerException, other.toString());
  }

  @Test
  void prunedNewlinesAreToldInTheLabel() {
    Pruner plain = Methods.create("divprune", bare);
    Pruner pruned = Methods.create(MethodSpec.parse("divprune:prune-newlines=true"), bare);
    assertEquals("DivPrune", plain.label());
    assertEquals("DivPrune (newlines pruned)", pruned.label());
    assertFalse(plain.newlinesAreCandidates());
    assertTrue(pruned.newlinesAreCandidates());
  }

  @Test
  void everyMethodTellsWhereItComesFromAndWhatItIsCalled() {
    for (PruningMethod entry : Methods.all()) {
      for (PublishedBackbone kind : PublishedBackbone.values()) {
        BackboneFacts backbone = kind.facts(28, 576);
        if (entry.obstacle(backbone).isEmpty()) {
          Pruner made = Methods.create(entry.name(), backbone);
          assertFalse(made.label().isBlank(), entry.name());
          assertNotNull(made.source(), entry.name());
        }
      }
    }
  }

  @Test
  void aMethodThatIsListedTwiceCountsOnce() {
    assertEquals(
        List.of(MethodSpec.FULL),
        MethodSpec.cross(List.of(MethodSpec.FULL, MethodSpec.FULL), List.of()));
    refused(
        "methods [full, fastv] need budgets",
        () -> MethodSpec.cross(MethodSpec.parseList("full,fastv,full"), List.of()));
  }

  @Test
  void aSpecWithABudgetKeepsIt() {
    MethodSpec spec = MethodSpec.of("fastv", new Budget.Total(64));
    assertEquals("fastv@64", spec.toString());
    assertEquals(spec, MethodSpec.parse("fastv@64"));
    refused(
        "a method is NAME[:SETTING=VALUE,...][@BUDGET], not \"\"",
        () -> MethodSpec.parse(":rho=0.4"));
  }
}
