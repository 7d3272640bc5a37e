package io.qcpruner.text.internal.jinja;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.function.IntPredicate;

/** The methods of Python's texts. */
final class TextMethods {
  private TextMethods() {}

  /** Null if there is no such method. */
  static Callable of(Text text, String name) {
    String value = text.value();
    return switch (name) {
      case "upper" -> (run, args) -> upper(text);
      case "lower" -> (run, args) -> lower(text);
      case "title" -> (run, args) -> title(text);
      case "capitalize" -> (run, args) -> capitalize(text);
      case "strip" -> (run, args) -> strip(text, args.get(0, "chars"), true, true);
      case "lstrip" -> (run, args) -> strip(text, args.get(0, "chars"), true, false);
      case "rstrip" -> (run, args) -> strip(text, args.get(0, "chars"), false, true);
      case "startswith" -> (run, args) -> affix(args.require(0, "prefix"), value::startsWith);
      case "endswith" -> (run, args) -> affix(args.require(0, "suffix"), value::endsWith);
      case "removeprefix" ->
          (run, args) -> {
            String prefix = args.text(0, "prefix", "").value();
            return value.startsWith(prefix) ? text.part(prefix.length(), text.length()) : text;
          };
      case "removesuffix" ->
          (run, args) -> {
            String suffix = args.text(0, "suffix", "").value();
            return value.endsWith(suffix) ? text.part(0, text.length() - suffix.length()) : text;
          };
      case "replace" ->
          (run, args) ->
              replace(
                  run,
                  text,
                  Values.text(args.require(0, "old")),
                  Values.text(args.require(1, "new")),
                  args.integer(2, "count", -1));
      case "split", "rsplit" ->
          (run, args) -> {
            run.spend(text.length());
            Object separator = args.get(0, "sep", None.NONE);
            int most = args.integer(1, "maxsplit", -1);
            boolean back = name.equals("rsplit");
            return separator == None.NONE
                ? words(text, most, back)
                : split(text, Values.text(separator).value(), most, back);
          };
      case "format" -> (run, args) -> format(text, args);
      case "splitlines" -> (run, args) -> lines(text);
      case "join" -> (run, args) -> join(run, args.require(0, "items"), text);
      case "find" -> (run, args) -> place(value, value.indexOf(args.text(0, "sub", "").value()));
      case "rfind" ->
          (run, args) -> place(value, value.lastIndexOf(args.text(0, "sub", "").value()));
      case "count" ->
          (run, args) -> (long) split(text, args.text(0, "sub", "").value(), -1, false).size() - 1;
      case "isdigit", "isdecimal", "isnumeric" -> (run, args) -> all(value, Character::isDigit);
      case "isalpha" -> (run, args) -> all(value, Character::isLetter);
      case "isalnum" -> (run, args) -> all(value, Character::isLetterOrDigit);
      case "isspace" -> (run, args) -> all(value, Character::isWhitespace);
      case "isupper" ->
          (run, args) -> !value.toLowerCase(Locale.ROOT).equals(value) && upper(text).equals(text);
      case "islower" ->
          (run, args) -> !value.toUpperCase(Locale.ROOT).equals(value) && lower(text).equals(text);
      default -> null;
    };
  }

  /** One affix, or any of a list. */
  private static boolean affix(Object affixes, java.util.function.Predicate<String> has) {
    List<?> all = affixes instanceof List<?> list ? list : List.of(affixes);
    return all.stream().anyMatch(affix -> has.test(Values.text(affix).value()));
  }

  private static long place(String value, int index) {
    return index < 0 ? -1 : value.codePointCount(0, index);
  }

  private static boolean all(String value, IntPredicate kind) {
    return !value.isEmpty() && value.codePoints().allMatch(kind);
  }

  static Text upper(Text text) {
    return text.respelled(part -> part.toUpperCase(Locale.ROOT));
  }

  static Text lower(Text text) {
    return text.respelled(part -> part.toLowerCase(Locale.ROOT));
  }

  static Text capitalize(Text text) {
    if (text.length() == 0) {
      return text;
    }
    int first = Character.charCount(text.value().codePointAt(0));
    return upper(text.part(0, first)).plus(lower(text.part(first, text.length())));
  }

  static Text title(Text text) {
    Text.Builder out = new Text.Builder();
    boolean inside = false;
    for (Object character : Values.items(text)) {
      Text one = (Text) character;
      boolean letter = Character.isLetter(one.value().codePointAt(0));
      out.add(inside ? lower(one) : upper(one));
      inside = letter;
    }
    return out.text();
  }

  static Text strip(Text text, Object characters, boolean front, boolean back) {
    IntPredicate dropped =
        characters == null || characters == None.NONE
            ? TextMethods::isBlank
            : c -> Values.text(characters).value().indexOf(c) >= 0;
    String value = text.value();
    int from = 0;
    int to = value.length();
    while (front && from < to && dropped.test(value.codePointAt(from))) {
      from += Character.charCount(value.codePointAt(from));
    }
    while (back && from < to && dropped.test(value.codePointBefore(to))) {
      to -= Character.charCount(value.codePointBefore(to));
    }
    return text.part(from, to);
  }

  /** What Python takes for white space. */
  static boolean isBlank(int c) {
    return Character.isWhitespace(c) || Character.isSpaceChar(c) || c == 0x85;
  }

  static Text replace(Run run, Text text, Text old, Text fresh, int count) {
    Text.Builder out = new Text.Builder();
    int from = 0;
    int left = count < 0 ? Integer.MAX_VALUE : count;
    run.spend(text.length());
    if (old.length() == 0) {
      throw new Fault("replace needs a text that is not empty");
    }
    for (int at = text.value().indexOf(old.value());
        at >= 0 && left-- > 0;
        at = text.value().indexOf(old.value(), from)) {
      out.add(text.part(from, at)).add(fresh);
      Run.requireLength(out.length());
      run.spend(fresh.length());
      from = at + old.length();
    }
    return out.add(text.part(from, text.length())).text();
  }

  private static List<Object> split(Text text, String separator, int most, boolean back) {
    if (separator.isEmpty()) {
      throw new Fault("the separator of split is empty");
    }
    List<Object> out = new ArrayList<>();
    String value = text.value();
    int left = most < 0 ? Integer.MAX_VALUE : most;
    if (back) {
      int to = value.length();
      for (int at = value.lastIndexOf(separator, to - separator.length());
          at >= 0 && left-- > 0;
          at =
              to < separator.length()
                  ? -1
                  : value.lastIndexOf(separator, to - separator.length())) {
        out.add(text.part(at + separator.length(), to));
        to = at;
      }
      out.add(text.part(0, to));
      Collections.reverse(out);
      return out;
    }
    int from = 0;
    for (int at = value.indexOf(separator);
        at >= 0 && left-- > 0;
        at = value.indexOf(separator, from)) {
      out.add(text.part(from, at));
      from = at + separator.length();
    }
    out.add(text.part(from, text.length()));
    return out;
  }

  private static List<Object> words(Text text, int most, boolean back) {
    List<Object> out = new ArrayList<>();
    Text rest = strip(text, null, true, true);
    int left = most < 0 ? Integer.MAX_VALUE : most;
    while (rest.length() > 0) {
      String value = rest.value();
      int cut = back ? value.length() : 0;
      while (left > 0
          && (back ? cut > 0 : cut < value.length())
          && !isBlank(back ? value.charAt(cut - 1) : value.charAt(cut))) {
        cut += back ? -1 : 1;
      }
      if (left-- <= 0) {
        out.add(rest);
        break;
      }
      out.add(back ? rest.part(cut, rest.length()) : rest.part(0, cut));
      rest = back ? rest.part(0, cut) : rest.part(cut, rest.length());
      rest = strip(rest, null, !back, back);
    }
    if (back) {
      Collections.reverse(out);
    }
    return out;
  }

  /** {@code {}}, {@code {0}} and {@code {name}}, without formats of their own. */
  private static Text format(Text text, Arguments args) {
    Text.Builder out = new Text.Builder();
    String value = text.value();
    int next = 0;
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if ((c == '{' || c == '}') && value.startsWith(String.valueOf(c), i + 1)) {
        out.add(text.part(i, i + 1));
        i++;
      } else if (c == '{') {
        int end = value.indexOf('}', i);
        String field = end < 0 ? "!" : value.substring(i + 1, end);
        if (!field.matches("\\d{0,3}|[A-Za-z_]\\w*")) {
          throw new Fault("format takes {}, {0} and {name}, not " + value.substring(i));
        }
        boolean placed = field.isEmpty() || Character.isDigit(field.charAt(0));
        int place = field.isEmpty() ? next++ : placed ? Integer.parseInt(field) : -1;
        out.add(Values.text(placed ? args.require(place, "") : args.require(9999, field)));
        i = end;
      } else {
        out.add(text.part(i, i + 1));
      }
    }
    return out.text();
  }

  private static List<Object> lines(Text text) {
    List<Object> out = new ArrayList<>();
    String value = text.value();
    int from = 0;
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == '\n' || c == '\r') {
        out.add(text.part(from, i));
        i += c == '\r' && value.startsWith("\n", i + 1) ? 1 : 0;
        from = i + 1;
      }
    }
    if (from < value.length()) {
      out.add(text.part(from, value.length()));
    }
    return out;
  }

  static Text join(Run run, Object items, Text separator) {
    List<Text> parts = Values.items(items).stream().map(Values::text).toList();
    long length = parts.stream().mapToLong(Text::length).sum();
    length += (long) separator.length() * parts.size();
    Run.requireLength(length);
    run.spend(length + parts.size());
    return Text.join(parts, separator);
  }
}
