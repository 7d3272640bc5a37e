package io.qcpruner.core.method;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The parameters a user has set, each with the type of its {@link Setting}; immutable. */
public final class Settings {

  /** Nothing is set: every method takes its defaults. */
  public static final Settings NONE = new Settings(Map.of());

  private final Map<Setting<?>, Object> values;

  private Settings(Map<Setting<?>, Object> values) {
    this.values = values;
  }

  public <T> Settings with(Setting<T> setting, T value) {
    return put(setting, value);
  }

  /** These settings, and a value for one that is not set. */
  public <T> Settings withDefault(Setting<T> setting, T value) {
    return values.containsKey(setting) ? this : put(setting, value);
  }

  public boolean has(Setting<?> setting) {
    return values.containsKey(setting);
  }

  /** Reads {@code name=value} texts as they come from a command line or a request. */
  public static Settings parse(Collection<String> texts) {
    Settings out = NONE;
    for (String text : texts) {
      int equals = text.indexOf('=');
      if (equals < 1) {
        throw new IllegalArgumentException("a parameter is name=value, not \"" + text + "\"");
      }
      Setting<?> setting = named(text.substring(0, equals).strip());
      out = out.put(setting, setting.parse(text.substring(equals + 1)));
    }
    return out;
  }

  private static Setting<?> named(String name) {
    for (Setting<?> setting : Setting.ALL) {
      if (setting.name().equals(name)) {
        return setting;
      }
    }
    throw new IllegalArgumentException("unknown parameter \"" + name + "\"; known: " + Setting.ALL);
  }

  private Settings put(Setting<?> setting, Object value) {
    Map<Setting<?>, Object> copy = new LinkedHashMap<>(values);
    copy.put(setting, value);
    return new Settings(copy);
  }

  // put() is only reached with a value of the setting's own type
  @SuppressWarnings("unchecked")
  public <T> T get(Setting<T> setting, T otherwise) {
    Object value = values.get(setting);
    return value == null ? otherwise : (T) value;
  }

  /** Refuses settings that a method does not have. */
  void requireOnly(List<Setting<?>> allowed, String method) {
    Set<String> foreign = new TreeSet<>();
    for (Setting<?> setting : values.keySet()) {
      if (!allowed.contains(setting)) {
        foreign.add(setting.name());
      }
    }
    if (!foreign.isEmpty()) {
      throw new IllegalArgumentException(
          method
              + " has no parameter "
              + String.join(", ", foreign)
              + (allowed.isEmpty() ? "; it has none" : "; it has " + allowed));
    }
  }

  @Override
  public String toString() {
    return values.toString();
  }
}
