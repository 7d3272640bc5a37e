package io.qcpruner.core.registry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Iterator;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class NamedServicesTest {

  /** A loader's iterator whose second provider can't be made. */
  private static final class Loader implements Iterator<String> {
    private final String[] found = {"grid", "broken", "top-k", "Bad Name", "random"};
    private int next;

    @Override
    public boolean hasNext() {
      return next < found.length;
    }

    @Override
    public String next() {
      String service = found[next++];
      if (service.equals("broken")) {
        throw new ServiceConfigurationError("Provider com.acme.Broken not found");
      }
      return service;
    }
  }

  private final NamedServices<String> services =
      NamedServices.of("selector", List.of("coverage", "top-k"), new Loader(), Function.identity());

  @Test
  void builtInOnesFirstAndBrokenOnesLeftOut() {
    assertEquals(List.of("coverage", "top-k", "grid", "random"), services.names());
    assertEquals(services.names(), services.all());
    assertEquals("grid", services.named("grid"));
  }

  @Test
  void unknownNamesSuggestAndSayWhatWasLeftOut() {
    String message =
        assertThrows(IllegalArgumentException.class, () -> services.named("coverge")).getMessage();
    assertTrue(message.startsWith("unknown selector \"coverge\"; did you mean coverage?; known: "));
    assertTrue(message.contains("com.acme.Broken not found"), message);
    assertTrue(message.contains("the name top-k is taken"), message);
    assertTrue(message.contains("Bad Name"), message);
  }

  @Test
  void nearestNames() {
    List<String> known = List.of("layer", "rho", "selector", "cues");
    assertEquals("layer", NearestName.of("layr", known).orElseThrow());
    assertEquals("selector", NearestName.of("slector", known).orElseThrow());
    assertEquals("rho", NearestName.of("ro", known).orElseThrow());
    assertEquals("rho", NearestName.of("RHO", known).orElseThrow());
    assertTrue(NearestName.of("theta", known).isEmpty());
    assertEquals("", NearestName.hint("zebra", known));
    assertEquals(3, NearestName.distance("kitten", "sitting"));
    assertEquals(4, NearestName.distance("", "four"));
  }
}
