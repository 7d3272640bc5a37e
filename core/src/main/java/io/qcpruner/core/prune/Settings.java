package io.qcpruner.core.prune;

import java.util.Collections;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The parameters that are set on a method, by name. Written {@code layer=5,rho=0.4}: sorted, each
 * value in its {@link Setting}'s own way. Immutable; two are equal if they are written the same.
 */
public final class Settings {

  /** Nothing is set: every method takes its defaults. */
  public static final Settings NONE = new Settings(new TreeMap<>());

  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]*");
  private static final Pattern VALUE = Pattern.compile("[A-Za-z0-9._+-]+");

  private final SortedMap<String, String> values;

  private Settings(SortedMap<String, String> values) {
    this.values = Collections.unmodifiableSortedMap(values);
  }

  /** Reads {@code name=value,name=value}; nothing stands for no settings. */
  public static Settings parse(String text) {
    TreeMap<String, String> read = new TreeMap<>();
    if (!text.isBlank()) {
      for (String assignment : text.split(",", -1)) {
        int equals = assignment.indexOf('=');
        String name = equals < 0 ? "" : assignment.substring(0, equals).strip();
        String value = equals < 0 ? "" : assignment.substring(equals + 1).strip();
        if (!NAME.matcher(name).matches() || !VALUE.matcher(value).matches()) {
          throw new PruningRefusedException("a setting is name=value, not \"" + assignment + "\"");
        }
        if (read.put(name, value) != null) {
          throw new PruningRefusedException("setting " + name + " is there twice in " + text);
        }
      }
    }
    return new Settings(read);
  }

  /** These with one more, or with another value for it. */
  public <T> Settings with(Setting<T> setting, T value) {
    return with(setting.name(), setting.print(value));
  }

  /** The value as text, for a setting whose type is not known here. */
  public Settings with(String name, String value) {
    if (!VALUE.matcher(value).matches()) {
      throw new PruningRefusedException(name + " can't be \"" + value + "\"");
    }
    Settings one = parse(name + "=" + value);
    TreeMap<String, String> copy = new TreeMap<>(values);
    copy.putAll(one.values);
    return new Settings(copy);
  }

  /** These, and of the others those that are not set here. */
  public Settings orElse(Settings others) {
    TreeMap<String, String> merged = new TreeMap<>(others.values);
    merged.putAll(values);
    return new Settings(merged);
  }

  /** Names and values as text, by name. */
  public SortedMap<String, String> texts() {
    return values;
  }

  public boolean isEmpty() {
    return values.isEmpty();
  }

  public Set<String> names() {
    return values.keySet();
  }

  public boolean has(String name) {
    return values.containsKey(name);
  }

  public boolean has(Setting<?> setting) {
    return has(setting.name());
  }

  /** The value that was set, else the setting's default. */
  public <T> T get(Setting<T> setting) {
    return get(
        setting,
        setting
            .defaultValue()
            .orElseThrow(() -> new IllegalStateException(setting + " has no fixed default")));
  }

  /** The value that was set, else the given one. */
  public <T> T get(Setting<T> setting, T otherwise) {
    String text = values.get(setting.name());
    return text == null ? otherwise : setting.parse(text);
  }

  /** These with the value of one setting, if it is set, written as the setting writes it. */
  public <T> Settings canonical(Setting<T> setting) {
    String text = values.get(setting.name());
    return text == null ? this : with(setting, setting.parse(text));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Settings that && values.equals(that.values);
  }

  @Override
  public int hashCode() {
    return values.hashCode();
  }

  @Override
  public String toString() {
    return values.entrySet().stream()
        .map(e -> e.getKey() + "=" + e.getValue())
        .collect(Collectors.joining(","));
  }
}
