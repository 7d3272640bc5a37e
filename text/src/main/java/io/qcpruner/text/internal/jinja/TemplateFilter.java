package io.qcpruner.text.internal.jinja;

/** What stands after a {@code |}. */
@FunctionalInterface
interface TemplateFilter {

  Object apply(Run run, Object value, Arguments arguments);

  /** The filter of a name; null if there is none. */
  static TemplateFilter named(String name) {
    TemplateFilter found = TextFilters.ALL.get(name);
    return found == null ? ListFilters.ALL.get(name) : found;
  }
}
