package io.qcpruner.server.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.fasterxml.jackson.databind.JsonNode;
import io.qcpruner.server.chat.MethodInfo;
import io.qcpruner.server.chat.MethodInfo.Parameter;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Parameters are listed with the type that a request would give them. */
final class ListingJsonTest {

  private static JsonNode parameter(String values, String standard) throws Exception {
    Parameter parameter = new Parameter("p", values, "what it does", standard);
    MethodInfo method = new MethodInfo("m", "about", Optional.empty(), List.of(parameter));
    return Bodies.object(ListingJson.methods(List.of(method))).at("/data/1/settings/0");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a whole number | 4 | integer | 4",
        "a whole number, 0 or more | 4 | integer | 4",
        "a number | 0.5 | number | 0.5",
        "a number in [0, 1] | 0.0 | number | 0.0",
        "true or false | false | boolean | false",
        "one of a, b | a | string | \"a\"",
      })
  void typesAndDefaults(String values, String standard, String type, String json) throws Exception {
    JsonNode parameter = parameter(values, standard);
    assertEquals(type, parameter.get("type").asText());
    assertEquals(json, parameter.get("default").toString());
    assertEquals(values, parameter.get("values").asText());
  }

  @Test
  void anUnknownDefaultIsLeftOut() throws Exception {
    assertFalse(parameter("a number", "").has("default"));
  }
}
