package io.qcpruner.text.internal.jinja;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.NullNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Templates against what transformers makes of them, and what becomes of broken ones. */
class JinjaTemplateTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** 208 conversations drawn by reference/make_chat_goldens.py. */
  @Test
  void rendersWhatTransformersRenders() throws IOException {
    List<String> differences = new ArrayList<>();
    int cases = 0;
    for (JsonNode golden : JSON.readTree(resource("rendered.json")).get("cases")) {
      String name = golden.get("template").textValue();
      Map<String, Object> variables = variables(golden.get("variables"));
      String got;
      try {
        got = JinjaTemplate.parse(text(name), name).render(variables).value();
      } catch (JinjaException e) {
        got = null;
      }
      String wanted = golden.has("text") ? golden.get("text").textValue() : null;
      if (wanted == null ? got != null : !wanted.equals(got)) {
        differences.add("%s of %s: %s".formatted(name, golden.get("variables"), got));
      }
      cases++;
    }
    assertEquals(List.of(), differences);
    assertEquals(208, cases);
  }

  private static Map<String, Object> variables(JsonNode json) {
    Map<String, Object> out = new HashMap<>();
    // transformers hands these over whether they are given or not
    out.put("tools", JinjaTemplate.value(NullNode.getInstance()));
    out.put("bos_token", Text.of("<s>"));
    out.put("eos_token", Text.of("</s>"));
    json.properties().forEach(e -> out.put(e.getKey(), JinjaTemplate.value(e.getValue())));
    return out;
  }

  private static InputStream resource(String name) {
    return JinjaTemplateTest.class.getResourceAsStream("/chat/" + name);
  }

  private static String text(String name) throws IOException {
    try (InputStream in = resource(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** What Jinja 3.1 gives for the same. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "`{{ 1 + 2 * 3 ** 2 }} {{ -2 ** 2 }} {{ 7 // -2 }} {{ -7 % 3 }} {{ 7 / 2 }}`; `19 4 -4 2 3.5`",
        "`{{ 'a' ~ 1 * 2 }} {{ 1e20 }} {{ 0.1 + 0.2 }} {{ 1e-7 }} {{ 3.0 }}`;"
            + " `a2 1e+20 0.30000000000000004 1e-07 3.0`",
        "`{{ [1, 'a', none, true, 1.5] }} {{ (1,) }} {{ {'a': \"it's\"} }}`;"
            + " `[1, 'a', None, True, 1.5] (1,) {'a': \"it's\"}`",
        "`{{ 'abcde'[1:4] }} {{ 'abcde'[::-1] }} {{ 'abcde'[-2:] }} {{ [1,2,3][5:] }}`;"
            + " `bcd edcba de []`",
        "`{{ ' a b  c '.split() }} {{ 'a,b,c'.split(',', 1) }} {{ 'a,b,c'.rsplit(',', 1) }}`;"
            + " `['a', 'b', 'c'] ['a', 'b,c'] ['a,b', 'c']`",
        "`{{ 'a-b c'.title() }} {{ \"it's two-fold\" | title }} {{ 'aBC' | capitalize }}`;"
            + " `A-B C It's Two-Fold Abc`",
        "`{{ 'x'.format() }} {{ '{} {n} {{}}'.format(1, 2, n='k') }}`; `x 1 k {}`",
        "`{{ 2.5 | round }} {{ 2.25 | round(1) }} {{ 2.1 | round(0, 'ceil') }} {{ '12' | int }}`;"
            + " `2.0 2.2 3.0 12`",
        "`{{ 1 == 1.0 }} {{ true == 1 }} {{ 'a' < 'b' }} {{ none is none }} {{ x is defined }}`;"
            + " `True True True True False`",
        "`{% set a, b = 1, 2 %}{{ a }}{{ b }}{% for k, v in {'p': 1}.items() %}{{ k }}{{ v }}"
            + "{% endfor %}`; `12p1`",
        "`{% for i in [] %}x{% else %}none{% endfor %}{{ i }}{% for i in 'ab' %}{{ loop.last }}"
            + "{% endfor %}`; `noneFalseTrue`",
        "`{% set n = 1 %}{% for i in [1, 2] %}{% set n = n + i %}{% endfor %}{{ n }}`; `1`",
        "`{% macro m(a, b=2) %}{{ a }}{{ b }}{{ c }}{% endmacro %}{{ m(1) }}{{ m(b=3, a=0) }}`; `1203`",
        "`{{ {'a': [1, {'b': 'é\"'}]} | tojson }} {{ [] | tojson(indent=1) }}`;"
            + " `{\"a\": [1, {\"b\": \"é\\\"\"}]} []`",
        "`{{ 'a' if false }}{{ [1, 2] | map('string') | join('+') }} {{ x | default('d') }}`; `1+2 d`",
        "`{{ '\\x41\\u00e9\\n\\q' | tojson }}`; `\"Aé\\n\\\\q\"`",
        "`{{ not 1 == 2 and 3 in [3] }} {{ 'b' not in 'abc' }} {{ 1 < 2 < 2 }}`; `True False False`",
        "`{{ range(3) | sum }} {{ [3, 1] | max }} {{ ['b', 'A'] | sort }} {{ 'ab' | reverse }}`;"
            + " `3 3 ['A', 'b'] ba`",
      })
  void givesWhatJinjaGives(String template, String expected) throws JinjaException {
    assertEquals(expected, JinjaTemplate.parse(template, "t").render(Map.of()).value());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "`a\n{% if x %}\n`; 2; there is no elif or else or endif",
        "`a\n{{ x`; 2; {{ has no end",
        "`{# a`; 1; the comment has no end",
        "`{% for x of y %}`; 1; of where in should be",
        "`{{ a b }}`; 1; b where }} should be",
        "`{{ 'a }}`; 1; a text has no closing '",
        "`\n\n{% include 'f' %}`; 3; the tag include is not supported",
        "`{% endfor %}`; 1; the tag endfor is not supported",
        "`{{ f(*a) }}`; 1; arguments after a star are not supported",
        "`{% break %}`; 1; break outside of a loop",
        "`{{ 1 § 2 }}`; 1; unexpected character §",
      })
  void namesTheLineOfWhatItCantRead(String template, int line, String problem) {
    JinjaException e =
        assertThrows(JinjaException.class, () -> JinjaTemplate.parse(template, "f.jinja"));
    assertEquals("f.jinja line %d: %s".formatted(line, problem), e.getMessage());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "`\n{{ messages[0].role }}`; 2; messages is undefined",
        "`{{ 'a' | shout }}`; 1; there is no filter shout",
        "`{{ 1 is odder }}`; 1; there is no test odder",
        "`\n{{ raise_exception('roles must alternate') }}`; 2; roles must alternate",
        "`{{ 'a' + 1 }}`; 1; a text + a number can't be computed",
        "`{{ [].append(1) }}`; 1; lists can't be changed here, as append would",
        "`{{ ''.__class__.__mro__ }}`; 1; __class__ of a text is undefined",
        "`{{ 'a'() }}`; 1; a text can't be called",
        "`{% set a.b = 1 %}`; 1; a is not a namespace, so its attributes can't be set",
        "`{{ 1 // 0 }}`; 1; division by zero",
      })
  void namesTheLineOfWhatItCantRender(String template, int line, String problem)
      throws JinjaException {
    JinjaTemplate parsed = JinjaTemplate.parse(template, "f.jinja");
    JinjaException e = assertThrows(JinjaException.class, () -> parsed.render(Map.of()));
    assertEquals("f.jinja line %d: %s".formatted(line, problem), e.getMessage());
  }

  /** Each would fill the memory or run for hours. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{{ 'a' * 10000000000 }}",
        "{{ range(10000000000) }}",
        "{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}",
        "{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}",
        "{% macro m() %}{{ m() }}{{ m() }}{% endmacro %}{{ m() }}",
        "{% set n = namespace(s='abcdefgh') %}{% for a in range(99) %}"
            + "{% set n.s = n.s + n.s %}{% endfor %}",
        "{% set n = namespace(s=['a']) %}{% for a in range(99) %}"
            + "{% set n.s = n.s + n.s %}{% endfor %}",
        "{% set n = namespace(s='aaaaaaaa') %}{% for a in range(99) %}"
            + "{% set n.s = n.s.replace('a', 'aa') %}{% endfor %}",
        "{{ 9223372036854775807 * 2 }}",
        "{{ 10 ** 100 }}",
      })
  void refusesWhatNeverEnds(String template) {
    org.junit.jupiter.api.Assertions.assertTimeoutPreemptively(
        Duration.ofSeconds(60),
        () ->
            assertThrows(
                JinjaException.class, () -> JinjaTemplate.parse(template, "t").render(Map.of())));
  }

  @Test
  void refusesDeepNesting() {
    for (String template :
        List.of(
            "{{ " + "(".repeat(100_000) + "1" + ")".repeat(100_000) + " }}",
            "{{ " + "not ".repeat(100_000) + "1 }}",
            "{{ " + "-".repeat(100_000) + "1 }}",
            "{% if 1 %}".repeat(100_000))) {
      JinjaException e =
          assertThrows(JinjaException.class, () -> JinjaTemplate.parse(template, "t"));
      assertTrue(e.getMessage().contains("deeper than"), e.getMessage());
    }
  }

  @Test
  void writesTheDateOfTheClock() throws JinjaException {
    Clock clock = Clock.fixed(Instant.parse("2026-02-03T04:05:06Z"), ZoneOffset.UTC);
    assertEquals(
        "03 Feb 2026, February 100%",
        JinjaTemplate.parse("{{ strftime_now('%d %b %Y, %B 100%%') }}", "t", clock)
            .render(Map.of())
            .value());
  }

  @Test
  void knowsWhereCharactersCameFrom() throws JinjaException {
    Text rendered =
        JinjaTemplate.parse("<{{ (q | trim).upper().replace('B', 'xyz') ~ '!' }}>", "t")
            .render(Map.of("q", Text.of("  ab c ", 7)));
    assertEquals("<Axyz C!>", rendered.value());
    int[] marks = rendered.value().chars().map(c -> 0).toArray();
    for (int i = 0; i < marks.length; i++) {
      marks[i] = rendered.mark(i);
    }
    org.junit.jupiter.api.Assertions.assertArrayEquals(
        new int[] {0, 7, 0, 0, 0, 7, 7, 0, 0}, marks);
  }
}
