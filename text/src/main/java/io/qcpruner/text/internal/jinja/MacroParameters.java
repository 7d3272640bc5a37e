package io.qcpruner.text.internal.jinja;

import java.util.List;
import java.util.Map;

/**
 * What a macro takes.
 *
 * @param defaults for those that need not be given
 */
record MacroParameters(List<String> names, Map<String, Expression> defaults) {

  /** Sets the variables of a call. */
  void bind(Run run, String macro, Arguments arguments) {
    if (arguments.list().size() > names.size()) {
      throw new Fault(
          "%s takes %d arguments, not %d".formatted(macro, names.size(), arguments.list().size()));
    }
    for (String name : arguments.named().keySet()) {
      if (!names.contains(name)) {
        throw new Fault("%s has no argument %s".formatted(macro, name));
      }
    }
    for (int i = 0; i < names.size(); i++) {
      Object value = arguments.get(i, names.get(i));
      Expression fallback = defaults.get(names.get(i));
      if (value == null) {
        value = fallback == null ? new Undefined(names.get(i)) : fallback.value(run);
      }
      run.set(names.get(i), value);
    }
  }
}
