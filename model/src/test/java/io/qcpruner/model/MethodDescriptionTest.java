package io.qcpruner.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.core.method.BackboneFacts;
import io.qcpruner.core.method.BackboneFacts.Tower;
import io.qcpruner.core.method.BackboneFacts.Views;
import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.core.method.Methods;
import io.qcpruner.core.method.PruningMethod;
import io.qcpruner.core.prune.Pruner;
import io.qcpruner.core.prune.Settings;
import io.qcpruner.model.backbone.BackboneFamilies;
import io.qcpruner.model.backbone.BackboneFamily;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What lists say of methods is what the methods do. */
final class MethodDescriptionTest {
  private static final BackboneFacts PICTURES =
      BackboneFacts.of("small", Tower.CLASS_ROW, Views.PADDED_SQUARE, 12, 576);

  @Test
  void everyMethodIsDescribedOnEveryFamily() {
    for (BackboneFamily family : BackboneFamilies.all()) {
      BackboneFacts facts = MethodFacts.published(family).orElseThrow();
      List<MethodDescription> all = MethodDescription.all(facts);
      assertEquals(Methods.names(), all.stream().map(MethodDescription::name).toList());
      for (MethodDescription method : all) {
        assertFalse(method.acts().isEmpty(), method.name());
        assertTrue(method.source().isPresent(), method.name());
        assertEquals(
            method.serves().contains(family.label()),
            method.obstacle().isEmpty(),
            method.name() + " on " + family.label());
        assertEquals(method.name(), MethodSpec.parseComplete(method.example()).name());
      }
    }
  }

  @Test
  void stagesAreThoseOfTheModel() {
    assertEquals(List.of("after layer 3"), of("qcpruner", PICTURES).acts());
    BackboneFacts deep = BackboneFacts.of("deep", Tower.CLASS_ROW, Views.TILES, 32, 2880);
    assertEquals(List.of("after layer 7"), of("qcpruner", deep).acts());
    assertEquals(List.of("attention"), of("fastv", deep).needs());
  }

  /** A clip method on a model for pictures is described as it is on a model for clips. */
  @Test
  void aMethodThatCannotServeTheModelIsDescribedAllTheSame() {
    MethodDescription fastVid = of("fastvid", PICTURES);
    assertTrue(fastVid.obstacle().orElseThrow().contains("video"), fastVid.obstacle().get());
    assertEquals(List.of("LLaVA-Video"), fastVid.serves());
    assertEquals(List.of("before the decoder"), fastVid.acts());
  }

  @Test
  void whatIsMissingIsSaid() {
    MethodDescription bare = of("cdpruner", PICTURES);
    assertTrue(bare.obstacle().orElseThrow().contains("CLIP text tower missing"));
    assertTrue(bare.serves().contains("LLaVA-1.5"), bare.serves().toString());
    assertFalse(bare.serves().contains("LLaVA-Video"), bare.serves().toString());
  }

  /** One from another jar that no model can be served by is listed without stages. */
  @Test
  void aMethodThatServesNothing() {
    MethodDescription none = MethodDescription.of(new Refusing(), PICTURES);
    assertEquals(Optional.of("never"), none.obstacle());
    assertTrue(none.source().isEmpty());
    assertEquals(List.of(), none.acts());
    assertEquals(List.of(), none.serves());
  }

  private static MethodDescription of(String name, BackboneFacts facts) {
    return MethodDescription.of(Methods.named(name), facts);
  }

  private static final class Refusing implements PruningMethod {
    @Override
    public String name() {
      return "refusing";
    }

    @Override
    public String summary() {
      return "serves no model";
    }

    @Override
    public Optional<String> obstacle(BackboneFacts backbone) {
      return Optional.of("never");
    }

    @Override
    public Pruner create(BackboneFacts backbone, Settings settings) {
      throw new AssertionError("it was refused");
    }
  }
}
