package io.qcpruner.text.internal.jinja;

import java.time.Clock;
import java.time.LocalDateTime;
import java.time.format.TextStyle;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The functions that every template can call. */
final class Globals {
  private Globals() {}

  static Map<String, Object> of(Clock clock) {
    Map<String, Object> out = new HashMap<>();
    out.put("range", (Callable) Globals::range);
    out.put("namespace", (Callable) Globals::namespace);
    out.put("dict", (Callable) (run, args) -> dict(args));
    out.put("raise_exception", (Callable) Globals::raise);
    out.put(
        "strftime_now",
        (Callable)
            (run, args) ->
                Text.of(
                    formatted(
                        LocalDateTime.now(clock), args.text(0, "format", "%Y-%m-%d").value())));
    return out;
  }

  private static Object range(Run run, Arguments args) {
    if (args.list().isEmpty() || args.list().size() > 3) {
      throw new Fault("range takes one to three numbers");
    }
    boolean one = args.list().size() == 1;
    long from = one ? 0 : Values.index(args.list().get(0));
    long to = Values.index(args.list().get(one ? 0 : 1));
    long step = args.list().size() == 3 ? Values.index(args.list().get(2)) : 1;
    if (step == 0) {
      throw new Fault("range can't have the step 0");
    }
    long size = Math.max(0, (to - from + step - Long.signum(step)) / step);
    if (size > 100_000) {
      throw new Fault("a range of " + size + " numbers is too long");
    }
    run.spend(size);
    List<Object> out = new ArrayList<>();
    for (long i = from; step > 0 ? i < to : i > to; i += step) {
      out.add(i);
    }
    return out;
  }

  private static Object namespace(Run run, Arguments args) {
    Namespace out = new Namespace();
    dict(args).forEach((name, value) -> out.set(Values.text(name).value(), value));
    return out;
  }

  private static Map<Object, Object> dict(Arguments args) {
    Map<Object, Object> out = new LinkedHashMap<>();
    if (!args.list().isEmpty() && args.list().get(0) instanceof Map<?, ?> map) {
      out.putAll(map);
    }
    args.named().forEach((name, value) -> out.put(Text.of(name), value));
    return out;
  }

  private static Object raise(Run run, Arguments args) {
    throw new Fault(args.text(0, "message", "the template refuses this conversation").value());
  }

  /** The codes that chat templates use; others stay as they are. */
  private static String formatted(LocalDateTime now, String format) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < format.length(); i++) {
      char c = format.charAt(i);
      if (c != '%' || i + 1 == format.length()) {
        out.append(c);
        continue;
      }
      char code = format.charAt(++i);
      out.append(
          switch (code) {
            case 'Y' -> String.valueOf(now.getYear());
            case 'm' -> two(now.getMonthValue());
            case 'd' -> two(now.getDayOfMonth());
            case 'H' -> two(now.getHour());
            case 'M' -> two(now.getMinute());
            case 'S' -> two(now.getSecond());
            case 'y' -> two(now.getYear() % 100);
            case 'j' -> "%03d".formatted(now.getDayOfYear());
            case 'B' -> now.getMonth().getDisplayName(TextStyle.FULL, Locale.ENGLISH);
            case 'b' -> now.getMonth().getDisplayName(TextStyle.SHORT, Locale.ENGLISH);
            case 'A' -> now.getDayOfWeek().getDisplayName(TextStyle.FULL, Locale.ENGLISH);
            case 'a' -> now.getDayOfWeek().getDisplayName(TextStyle.SHORT, Locale.ENGLISH);
            case '%' -> "%";
            default -> "%" + code;
          });
    }
    return out.toString();
  }

  private static String two(int number) {
    return "%02d".formatted(number);
  }
}
