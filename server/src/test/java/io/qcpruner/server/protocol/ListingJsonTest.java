package io.qcpruner.server.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.fasterxml.jackson.databind.JsonNode;
import io.qcpruner.core.prune.Setting;
import io.qcpruner.model.MethodDescription;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Parameters are listed with the type that a request would give them. */
final class ListingJsonTest {

  private static JsonNode parameter(Setting<?> setting) {
    MethodDescription method =
        new MethodDescription(
            "m",
            "about",
            Optional.empty(),
            List.of(),
            List.of(),
            List.of(),
            Optional.empty(),
            List.of(setting));
    return ListingJson.methods(List.of(method)).at("/data/1/settings/0");
  }

  @Test
  void typesAndDefaults() {
    check(Setting.whole("p", "").withDefault(4), "a whole number", "integer", "4");
    check(Setting.natural("p", "").withDefault(4), "a whole number, 0 or more", "integer", "4");
    check(Setting.real("p", "").withDefault(0.5), "a number", "number", "0.5");
    check(Setting.share("p", "").withDefault(0.0), "a number in [0, 1]", "number", "0.0");
    check(Setting.flag("p", "").withDefault(false), "true or false", "boolean", "false");
    check(
        Setting.of("p", "", "one of a, b", t -> t, t -> t).withDefault("a"),
        "one of a, b",
        "string",
        "\"a\"");
  }

  private static void check(Setting<?> setting, String values, String type, String json) {
    JsonNode parameter = parameter(setting);
    assertEquals(type, parameter.get("type").asText());
    assertEquals(json, parameter.get("default").toString());
    assertEquals(values, parameter.get("values").asText());
  }

  @Test
  void anUnknownDefaultIsLeftOut() {
    assertFalse(parameter(Setting.real("p", "")).has("default"));
  }
}
