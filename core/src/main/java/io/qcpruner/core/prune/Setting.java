package io.qcpruner.core.prune;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A named, typed parameter that a user may set on a method, with its help and its default. A method
 * declares its own; the same name on two methods means the same thing.
 *
 * @param <T> type of its value
 */
public final class Setting<T> {

  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]*");

  private final String name;
  private final String help;
  private final String values;
  private final Function<String, T> parser;
  private final Function<T, String> printer;
  private final Optional<T> defaultValue;
  private final String defaultText;

  private Setting(
      String name,
      String help,
      String values,
      Function<String, T> parser,
      Function<T, String> printer,
      Optional<T> defaultValue,
      String defaultText) {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "a setting's name is small letters, digits and hyphens, not \"" + name + "\"");
    }
    this.name = name;
    this.help = help;
    this.values = values;
    this.parser = parser;
    this.printer = printer;
    this.defaultValue = defaultValue;
    this.defaultText = defaultText;
  }

  /** A setting of any type; the parser refuses with an {@link IllegalArgumentException}. */
  public static <T> Setting<T> of(
      String name,
      String help,
      String values,
      Function<String, T> parser,
      Function<T, String> printer) {
    return new Setting<>(name, help, values, parser, printer, Optional.empty(), "the model's");
  }

  public static Setting<Integer> whole(String name, String help) {
    return of(name, help, "a whole number", Integer::valueOf, value -> Integer.toString(value));
  }

  public static Setting<Double> real(String name, String help) {
    return of(name, help, "a number", Setting::number, value -> Double.toString(value));
  }

  /** A whole number that counts from 0. */
  public static Setting<Integer> natural(String name, String help) {
    return of(
        name,
        help,
        "a whole number, 0 or more",
        text -> within(Integer.valueOf(text), 0, Integer.MAX_VALUE),
        value -> Integer.toString(value));
  }

  /** A whole number in a closed range. */
  public static Setting<Integer> whole(String name, String help, int min, int max) {
    return of(
        name,
        help,
        "a whole number from " + min + " to " + max,
        text -> within(Integer.valueOf(text), min, max),
        value -> Integer.toString(value));
  }

  /** A real number in [0, 1]. */
  public static Setting<Double> share(String name, String help) {
    return of(
        name,
        help,
        "a number in [0, 1]",
        text -> within(number(text), 0.0, 1.0),
        value -> Double.toString(value));
  }

  public static Setting<Boolean> flag(String name, String help) {
    return of(name, help, "true or false", Setting::yesOrNo, value -> Boolean.toString(value));
  }

  /** One of the constants of an enum, written in small letters with hyphens. */
  public static <E extends Enum<E>> Setting<E> choice(String name, String help, Class<E> type) {
    List<E> constants = Arrays.asList(type.getEnumConstants());
    String values = constants.stream().map(Setting::written).collect(Collectors.joining(", "));
    return of(
        name,
        help,
        "one of " + values,
        text ->
            constants.stream()
                .filter(c -> written(c).equals(text.toLowerCase(Locale.ROOT)))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(text)),
        Setting::written);
  }

  /** A copy of this setting with a default. */
  public Setting<T> withDefault(T value) {
    return new Setting<>(
        name, help, values, parser, printer, Optional.of(value), printer.apply(value));
  }

  /** A copy of this setting with a text for a default that depends on the model. */
  public Setting<T> withDefaultText(String text) {
    return new Setting<>(name, help, values, parser, printer, Optional.empty(), text);
  }

  public String name() {
    return name;
  }

  public String help() {
    return help;
  }

  /** What may stand after the equals sign. */
  public String values() {
    return values;
  }

  /** The default, unless it depends on the model. */
  public Optional<T> defaultValue() {
    return defaultValue;
  }

  /** The default as a help page prints it. */
  public String defaultText() {
    return defaultText;
  }

  /** The value that a text stands for; a text that stands for none is refused. */
  public T parse(String text) {
    try {
      return parser.apply(text.strip());
    } catch (IllegalArgumentException e) {
      throw new PruningRefusedException(name + " must be " + values + ", not \"" + text + "\"", e);
    }
  }

  /** The one way to write a value. */
  public String print(T value) {
    return printer.apply(value);
  }

  @Override
  public String toString() {
    return name;
  }

  private static String written(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static double number(String text) {
    double value = Double.parseDouble(text);
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException(text);
    }
    return value;
  }

  private static <N extends Comparable<N>> N within(N value, N least, N most) {
    if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
      throw new IllegalArgumentException(value.toString());
    }
    return value;
  }

  private static boolean yesOrNo(String text) {
    if (text.equals("true") || text.equals("false")) {
      return text.equals("true");
    }
    throw new IllegalArgumentException(text);
  }
}
