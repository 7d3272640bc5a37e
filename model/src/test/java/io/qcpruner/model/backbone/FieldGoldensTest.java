package io.qcpruner.model.backbone;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.qcpruner.checkpoint.config.ConfigException;
import io.qcpruner.model.Run;
import io.qcpruner.model.nn.ModuleFactory;
import io.qcpruner.model.nn.Placement;
import io.qcpruner.model.weights.SeededWeights;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Every field of every configuration class, changed one at a time: the same numbers as
 * transformers, or an error that names the field. The goldens are made by {@code
 * reference/make_field_goldens.py}.
 */
class FieldGoldensTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final float TOLERANCE = 2e-4f;
  private static final List<String> BASES =
      List.of(
          "llava",
          "llava-siglip",
          "llava-next",
          "llava-next-mistral",
          "llava-onevision",
          "llava-onevision-clip",
          "qwen2_5_vl",
          "qwen2_5_vl-clip",
          "qwen2_vl",
          "qwen2_vl-clip",
          "qwen3_vl",
          "smolvlm",
          "internvl");

  @TestFactory
  Stream<DynamicTest> everyField() {
    return BASES.stream().flatMap(FieldGoldensTest::cases);
  }

  private static Stream<DynamicTest> cases(String base) {
    JsonNode golden = read(base);
    DynamicTest plain =
        dynamicTest(base, () -> compare(base, golden.get("config"), golden.get("default")));
    return Stream.concat(
        Stream.of(plain),
        StreamSupport.stream(golden.get("cases").spliterator(), false)
            .map(c -> dynamicTest(base + " " + title(c), () -> check(base, golden, c))));
  }

  private static JsonNode read(String base) {
    try (var in = FieldGoldensTest.class.getResourceAsStream("/golden/fields/" + base + ".json")) {
      return JSON.readTree(in);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static String title(JsonNode c) {
    return "%s.%s = %s".formatted(c.get("at").asText(), c.get("field").asText(), c.get("value"));
  }

  private static void check(String base, JsonNode golden, JsonNode c) throws IOException {
    ObjectNode config = golden.get("config").deepCopy();
    put(config, c);
    c.path("also").forEach(also -> put(config, also));
    try {
      if (!c.has("error")) {
        compare(base, config, c.has("same") ? golden.get("default") : c);
        return;
      }
      BackboneFamilies.parse(config.toString());
    } catch (ConfigException refused) {
      assertNamed(c, refused);
      return;
    }
    throw new AssertionError("transformers refuses it: " + c.get("error").asText());
  }

  /** The message names the field, or one of the fields inside it. */
  private static void assertNamed(JsonNode c, ConfigException refused) {
    String message = refused.getMessage();
    boolean inside =
        c.get("value").isObject()
            && StreamSupport.stream(
                    ((Iterable<String>) () -> c.get("value").fieldNames()).spliterator(), false)
                .anyMatch(message::contains);
    assertTrue(inside || message.contains(c.get("field").asText()), message);
  }

  static void put(ObjectNode config, JsonNode change) {
    String at = change.get("at").asText();
    ObjectNode place = at.isEmpty() ? config : (ObjectNode) config.get(at);
    place.set(change.get("field").asText(), change.get("value"));
  }

  private static void compare(String base, JsonNode json, JsonNode golden) throws IOException {
    BackboneSpec spec = BackboneFamilies.parse(json.toString());
    boolean tied = spec.config().decoder().tiedHead();
    Set<String> absent = tied ? Set.of("lm_head.weight") : Set.of();
    Backbone backbone = spec.build(new ModuleFactory(new SeededWeights(absent), Placement.cpu()));
    FieldInputs inputs = new FieldInputs(base, spec, json);
    Run run =
        new Run(backbone).run(inputs.prompt(), List.of(inputs.visual()), golden.get("ids").size());
    assertStart("logits", golden, run.firstLogits());
    assertArrayEquals(longs(golden.get("ids")), run.ids());
    float[] steps = run.stepLogits();
    int vocabulary = run.firstLogits().length;
    assertStart("last", golden, Arrays.copyOfRange(steps, steps.length - vocabulary, steps.length));
  }

  private static void assertStart(String name, JsonNode golden, float[] logits) {
    float[] expected = new float[golden.get(name).size()];
    for (int i = 0; i < expected.length; i++) {
      expected[i] = golden.get(name).get(i).floatValue();
    }
    assertArrayEquals(expected, Arrays.copyOf(logits, expected.length), TOLERANCE, name);
  }

  private static long[] longs(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false).mapToLong(JsonNode::asLong).toArray();
  }
}
