package io.qcpruner.text.internal.jinja;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Values as Python prints them. */
final class PythonText {
  private PythonText() {}

  static Text str(Object value) {
    return value instanceof Text text ? text : inner(value);
  }

  static String repr(Object value) {
    return reprText(value).value();
  }

  private static Text inner(Object value) {
    if (value instanceof Undefined) {
      return Text.EMPTY;
    }
    if (value == None.NONE) {
      return Text.of("None");
    }
    if (value instanceof Boolean flag) {
      return Text.of(flag ? "True" : "False");
    }
    if (value instanceof Double number) {
      return Text.of(number(number));
    }
    if (value instanceof List<?> list) {
      List<Text> parts = new ArrayList<>();
      list.forEach(item -> parts.add(reprText(item)));
      boolean tuple = value instanceof Tuple;
      String end = !tuple ? "]" : parts.size() == 1 ? ",)" : ")";
      return Text.of(tuple ? "(" : "[").plus(Text.join(parts, Text.of(", "))).plus(Text.of(end));
    }
    if (value instanceof Map<?, ?> map) {
      List<Text> parts = new ArrayList<>();
      map.forEach((k, v) -> parts.add(reprText(k).plus(Text.of(": ")).plus(reprText(v))));
      return Text.of("{").plus(Text.join(parts, Text.of(", "))).plus(Text.of("}"));
    }
    if (value instanceof Long whole) {
      return Text.of(whole.toString());
    }
    throw new Fault(Values.kind(value) + " can't be printed");
  }

  private static Text reprText(Object value) {
    if (!(value instanceof Text text)) {
      return inner(value);
    }
    boolean doubled = text.value().contains("'") && !text.value().contains("\"");
    Text quote = Text.of(doubled ? "\"" : "'");
    return quote.plus(text.respelled(part -> escaped(part, doubled))).plus(quote);
  }

  private static String escaped(String text, boolean doubled) {
    StringBuilder out = new StringBuilder();
    for (char c : text.toCharArray()) {
      switch (c) {
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        case '\\' -> out.append("\\\\");
        case '\'' -> out.append(doubled ? "'" : "\\'");
        default -> out.append(c < ' ' || c == 127 ? "\\x%02x".formatted((int) c) : c);
      }
    }
    return out.toString();
  }

  /** The shortest decimal that reads back as the number. */
  static String number(double value) {
    if (Double.isNaN(value) || Double.isInfinite(value)) {
      return Double.isNaN(value) ? "nan" : value > 0 ? "inf" : "-inf";
    }
    double size = Math.abs(value);
    BigDecimal exact = new BigDecimal(Double.toString(value));
    if (value == 0 || size >= 1e-4 && size < 1e16) {
      String plain = exact.stripTrailingZeros().toPlainString();
      return (value == 0 ? Double.toString(value) : plain)
          + (value == 0 || plain.contains(".") ? "" : ".0");
    }
    BigDecimal digits = exact.stripTrailingZeros();
    int exponent = digits.precision() - digits.scale() - 1;
    String mantissa = digits.movePointLeft(exponent).stripTrailingZeros().toPlainString();
    return "%se%s%02d".formatted(mantissa, exponent < 0 ? "-" : "+", Math.abs(exponent));
  }
}
