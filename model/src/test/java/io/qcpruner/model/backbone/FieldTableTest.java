package io.qcpruner.model.backbone;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.qcpruner.checkpoint.config.ConfigException;
import io.qcpruner.testkit.MadeSection;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * The table of configuration fields in docs/checkpoint-fields.md, from the same goldens as {@link
 * FieldGoldensTest}, which proves what it says; {@code -Dfields.write} renews it.
 */
class FieldTableTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Which goldens speak for which family. */
  private static final Map<String, List<String>> FAMILIES = new LinkedHashMap<>();

  static {
    FAMILIES.put("LLaVA-1.5", List.of("llava", "llava-siglip"));
    FAMILIES.put("LLaVA-NeXT", List.of("llava-next", "llava-next-mistral"));
    FAMILIES.put("LLaVA-OneVision", List.of("llava-onevision", "llava-onevision-clip"));
    FAMILIES.put("Qwen2-VL", List.of("qwen2_vl", "qwen2_vl-clip"));
    FAMILIES.put("Qwen2.5-VL", List.of("qwen2_5_vl", "qwen2_5_vl-clip"));
    FAMILIES.put("Qwen3-VL", List.of("qwen3_vl"));
    FAMILIES.put("SmolVLM, Idefics3", List.of("smolvlm"));
    FAMILIES.put("InternVL", List.of("internvl"));
  }

  /** What becomes of a value, in the order of a cell. */
  private enum Fate {
    READ("read"),
    NO_EFFECT("no effect"),
    REFUSED("refused"),
    INVALID("refused, as by transformers");

    private final String words;

    Fate(String words) {
      this.words = words;
    }
  }

  /** One field of one family: its tried values by their fate. */
  private static final class Cell {
    private final Map<Fate, TreeSet<String>> values = new EnumMap<>(Fate.class);

    void add(Fate fate, String value) {
      values.computeIfAbsent(fate, f -> new TreeSet<>()).add(value);
    }

    /** The fate alone if all values share it; else the values of the rarer ones. */
    String text() {
      Map<Fate, TreeSet<String>> shown = new EnumMap<>(values);
      // a value that one base reads and another ignores is read
      if (shown.containsKey(Fate.READ) && shown.containsKey(Fate.NO_EFFECT)) {
        shown.get(Fate.NO_EFFECT).removeAll(shown.get(Fate.READ));
        shown.values().removeIf(TreeSet::isEmpty);
      }
      if (shown.size() == 1) {
        return shown.keySet().iterator().next().words;
      }
      return shown.entrySet().stream()
          .map(e -> e.getKey().words + ": " + String.join(", ", e.getValue()))
          .collect(Collectors.joining("; "));
    }
  }

  @Test
  void theDocumentedTableIsTheRealOne() throws IOException {
    Map<String, Map<String, Cell>> rows = new LinkedHashMap<>();
    for (Map.Entry<String, List<String>> family : FAMILIES.entrySet()) {
      for (String base : family.getValue()) {
        JsonNode golden = read(base);
        for (JsonNode c : golden.get("cases")) {
          rows.computeIfAbsent(place(c), p -> new LinkedHashMap<>())
              .computeIfAbsent(family.getKey(), f -> new Cell())
              .add(fate(golden, c), value(c.get("value")));
        }
      }
    }
    MadeSection.of("docs/checkpoint-fields.md", getClass(), "fields.write").check(lines(rows));
  }

  private static List<String> lines(Map<String, Map<String, Cell>> rows) {
    List<String> made = new ArrayList<>();
    made.add("| field | " + String.join(" | ", FAMILIES.keySet()) + " |");
    made.add("|---".repeat(FAMILIES.size() + 1) + "|");
    List<String> harmless = new ArrayList<>();
    rows.forEach(
        (field, cells) -> {
          if (cells.values().stream().allMatch(c -> c.text().equals(Fate.NO_EFFECT.words))) {
            harmless.add("`" + field + "`");
            return;
          }
          made.add(
              FAMILIES.keySet().stream()
                  .map(family -> cells.containsKey(family) ? cells.get(family).text() : "")
                  .collect(Collectors.joining(" | ", "| `" + field + "` | ", " |")));
        });
    made.add("");
    made.add("Without effect in every family that has them:");
    made.addAll(wrapped(String.join(", ", harmless) + "."));
    return made;
  }

  private static List<String> wrapped(String text) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (String word : text.split(" ")) {
      if (line.length() + 1 + word.length() > 120) {
        lines.add(line.toString());
        line.setLength(0);
      }
      line.append(line.length() == 0 ? "" : " ").append(word);
    }
    lines.add(line.toString());
    return lines;
  }

  private static Fate fate(JsonNode golden, JsonNode c) throws IOException {
    if (c.has("error")) {
      return Fate.INVALID;
    }
    ObjectNode config = golden.get("config").deepCopy();
    FieldGoldensTest.put(config, c);
    c.path("also").forEach(also -> FieldGoldensTest.put(config, also));
    try {
      BackboneFamilies.parse(config.toString());
    } catch (ConfigException refused) {
      return Fate.REFUSED;
    }
    return c.has("same") ? Fate.NO_EFFECT : Fate.READ;
  }

  private static String place(JsonNode c) {
    String at = c.get("at").asText();
    return (at.isEmpty() ? "" : at + ".") + c.get("field").asText();
  }

  /** A value for people: objects by their kind. */
  private static String value(JsonNode value) {
    if (!value.isObject()) {
      return "`" + value + "`";
    }
    JsonNode kind = value.has("rope_type") ? value.get("rope_type") : value.get("type");
    boolean partial = value.has("partial_rotary_factor");
    return kind == null ? "`" + value + "`" : "`" + kind.asText() + (partial ? "` partial" : "`");
  }

  private static JsonNode read(String base) throws IOException {
    try (var in = FieldTableTest.class.getResourceAsStream("/golden/fields/" + base + ".json")) {
      return JSON.readTree(in);
    }
  }
}
