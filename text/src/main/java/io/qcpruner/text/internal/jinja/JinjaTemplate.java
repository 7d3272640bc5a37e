package io.qcpruner.text.internal.jinja;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A chat template in the Jinja language as transformers renders it ({@code trim_blocks}, {@code
 * lstrip_blocks}, loop controls, {@code raise_exception}, {@code strftime_now}). A template sees
 * the values it is given and nothing else; the steps and the length of a rendering are limited.
 * What is not supported is refused when the template is read. Immutable and safe for many threads.
 */
public final class JinjaTemplate {
  private static final int MAX_SOURCE = 1_000_000;

  private final String label;
  private final Statement body;
  private final Clock clock;

  private JinjaTemplate(String label, Statement body, Clock clock) {
    this.label = label;
    this.body = body;
    this.clock = clock;
  }

  /**
   * @param label how messages call the template, such as its file
   */
  public static JinjaTemplate parse(String source, String label) throws JinjaException {
    return parse(source, label, Clock.systemDefaultZone());
  }

  /**
   * @param clock for templates that write today's date
   */
  public static JinjaTemplate parse(String source, String label, Clock clock)
      throws JinjaException {
    if (source.length() > MAX_SOURCE) {
      throw new JinjaException(label, 1, "the template is longer than " + MAX_SOURCE);
    }
    try {
      return new JinjaTemplate(label, new StatementParser(Lexer.tokens(source)).template(), clock);
    } catch (Fault e) {
      throw new JinjaException(label, Math.max(1, e.line()), e.getMessage());
    }
  }

  /** How messages call the template. */
  public String label() {
    return label;
  }

  /**
   * @param variables values by name: {@link Text}, {@link Boolean}, {@link Long}, and lists and
   *     maps (by Text) of them; {@link #value} makes them of JSON
   */
  public Text render(Map<String, Object> variables) throws JinjaException {
    Map<String, Object> globals = new HashMap<>(Globals.of(clock));
    globals.putAll(variables);
    Run run = new Run(globals);
    try {
      body.run(run);
      return run.output();
    } catch (Fault e) {
      throw new JinjaException(label, Math.max(1, e.line()), e.getMessage());
    }
  }

  /** JSON as a value of a template; its texts count as the template's own. */
  public static Object value(JsonNode json) {
    if (json.isObject()) {
      Map<Object, Object> out = new LinkedHashMap<>();
      json.properties().forEach(e -> out.put(Text.of(e.getKey()), value(e.getValue())));
      return out;
    }
    if (json.isArray()) {
      List<Object> out = new ArrayList<>();
      json.forEach(item -> out.add(value(item)));
      return out;
    }
    if (json.isTextual()) {
      return Text.of(json.textValue());
    }
    if (json.isBoolean()) {
      return json.booleanValue();
    }
    if (json.isNull()) {
      return None.NONE;
    }
    return json.isIntegralNumber() ? (Object) json.longValue() : (Object) json.doubleValue();
  }
}
