package io.qcpruner.eval.run;

import java.util.Collection;
import java.util.Map;

/** Checks that what a record was made from was all there; files may lack fields or hold null. */
final class RequiredFields {

  private RequiredFields() {}

  /** Refuses a field that is missing or null, or that holds null. */
  static void require(String name, Object value) {
    if (value == null) {
      throw new IllegalArgumentException("field " + name + " is missing");
    }
    boolean hole =
        value instanceof Collection<?> list && list.stream().anyMatch(each -> each == null)
            || value instanceof Map<?, ?> map
                && map.values().stream().anyMatch(each -> each == null);
    if (hole) {
      throw new IllegalArgumentException("field " + name + " holds null");
    }
  }
}
