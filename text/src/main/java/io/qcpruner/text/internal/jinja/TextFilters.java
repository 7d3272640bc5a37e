package io.qcpruner.text.internal.jinja;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Filters that make one text or number of one value. */
final class TextFilters {
  static final Map<String, TemplateFilter> ALL = all();

  private TextFilters() {}

  private static Map<String, TemplateFilter> all() {
    Map<String, TemplateFilter> out = new HashMap<>();
    out.put("upper", (run, v, args) -> TextMethods.upper(Values.text(v)));
    out.put("lower", (run, v, args) -> TextMethods.lower(Values.text(v)));
    out.put("title", (run, v, args) -> title(Values.text(v)));
    out.put("capitalize", (run, v, args) -> TextMethods.capitalize(Values.text(v)));
    out.put(
        "trim",
        (run, v, args) -> TextMethods.strip(Values.text(v), args.get(0, "chars"), true, true));
    out.put("string", (run, v, args) -> Values.text(v));
    out.put("safe", (run, v, args) -> Values.text(v));
    out.put("replace", TextFilters::replace);
    out.put("indent", TextFilters::indent);
    out.put("tojson", (run, v, args) -> JsonText.of(run, v, args));
    out.put("int", TextFilters::whole);
    out.put("float", TextFilters::fraction);
    out.put("abs", (run, v, args) -> absolute(Values.number(v)));
    out.put("round", TextFilters::round);
    out.put("default", TextFilters::orDefault);
    out.put("d", TextFilters::orDefault);
    out.put(
        "wordcount",
        (run, v, args) ->
            (long)
                ((List<?>) TextMethods.of(Values.text(v), "split").call(run, Arguments.NONE))
                    .size());
    return Map.copyOf(out);
  }

  /**
   * Words begin after blanks, hyphens and opening brackets; the method begins one at any letter.
   */
  private static Text title(Text text) {
    Text.Builder out = new Text.Builder();
    boolean inside = false;
    for (Object item : Values.items(text)) {
      Text one = (Text) item;
      int c = one.value().codePointAt(0);
      out.add(inside ? TextMethods.lower(one) : TextMethods.upper(one));
      inside = !TextMethods.isBlank(c) && "-({[<".indexOf(c) < 0;
    }
    return out.text();
  }

  private static Object orDefault(Run run, Object value, Arguments args) {
    boolean empty =
        value instanceof Undefined || args.flag(1, "boolean", false) && !Values.isTrue(value);
    return empty ? args.get(0, "default_value", Text.EMPTY) : value;
  }

  private static Object replace(Run run, Object value, Arguments args) {
    return TextMethods.replace(
        run,
        Values.text(value),
        Values.text(args.require(0, "old")),
        Values.text(args.require(1, "new")),
        args.integer(2, "count", -1));
  }

  private static Object indent(Run run, Object value, Arguments args) {
    Object width = args.get(0, "width", 4L);
    Object blanks = width instanceof Text ? width : Arithmetic.apply(run, "*", Text.of(" "), width);
    boolean first = args.flag(1, "first", false);
    boolean empty = args.flag(2, "blank", false);
    List<?> lines =
        (List<?>)
            TextMethods.of(Values.text(value).plus(Text.of("\n")), "splitlines")
                .call(run, Arguments.NONE);
    Text.Builder out = new Text.Builder();
    for (int i = 0; i < lines.size(); i++) {
      Text line = (Text) lines.get(i);
      boolean indented = i == 0 ? first : empty || line.length() > 0;
      out.add(i > 0 ? "\n" : "").add(indented ? (Text) blanks : Text.EMPTY).add(line);
      run.spend(((Text) blanks).length());
      Run.requireLength(out.length());
    }
    return out.text();
  }

  private static Object whole(Run run, Object value, Arguments args) {
    if (Values.isNumber(value)) {
      return Values.number(value).longValue();
    }
    String digits = Values.text(value).value().strip();
    if (digits.matches("[-+]?\\d{1,18}")) {
      return Long.parseLong(digits);
    }
    return decimal(digits)
        ? (Object) (long) Double.parseDouble(digits)
        : args.get(0, "default", 0L);
  }

  private static Object fraction(Run run, Object value, Arguments args) {
    if (Values.isNumber(value)) {
      return Values.number(value).doubleValue();
    }
    String digits = Values.text(value).value().strip();
    return decimal(digits) ? Double.parseDouble(digits) : args.get(0, "default", 0.0);
  }

  private static boolean decimal(String digits) {
    return digits.matches("[-+]?(\\d{1,30}(\\.\\d{0,30})?|\\.\\d{1,30})([eE][-+]?\\d{1,3})?");
  }

  private static Object absolute(Number value) {
    return value instanceof Long whole ? (Object) Math.abs(whole) : Math.abs(value.doubleValue());
  }

  private static Object round(Run run, Object value, Arguments args) {
    String method = args.text(1, "method", "common").value();
    RoundingMode mode =
        switch (method) {
          case "common" -> RoundingMode.HALF_EVEN;
          case "ceil" -> RoundingMode.CEILING;
          case "floor" -> RoundingMode.FLOOR;
          default -> throw new Fault("round is common, ceil or floor, not " + method);
        };
    int places = args.integer(0, "precision", 0);
    if (Math.abs(places) > 30) {
      throw new Fault("round to " + places + " places");
    }
    double number = Values.number(value).doubleValue();
    if (Double.isNaN(number) || Double.isInfinite(number)) {
      return number;
    }
    return new BigDecimal(number).setScale(places, mode).doubleValue();
  }
}
