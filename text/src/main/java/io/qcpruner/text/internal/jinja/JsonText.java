package io.qcpruner.text.internal.jinja;

import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Values as JSON, as Python's {@code json.dumps} writes them. */
final class JsonText {
  private static final int MAX_DEPTH = 100;

  private final Run run;
  private final boolean ascii;
  private final boolean sorted;
  private final Text indent; // null for one line
  private final Text between;
  private final Text colon;
  private final Text.Builder out = new Text.Builder();

  private JsonText(Run run, Arguments args) {
    this.run = run;
    ascii = args.flag(0, "ensure_ascii", false);
    Object wide = args.get(1, "indent", None.NONE);
    indent =
        wide == None.NONE
            ? null
            : wide instanceof Text text
                ? text
                : Text.of(" ".repeat(Math.min(32, Math.max(0, Values.index(wide)))));
    Object separators = args.get(2, "separators", None.NONE);
    boolean given = separators instanceof List<?> list && list.size() == 2;
    between =
        given ? Values.text(((List<?>) separators).get(0)) : Text.of(indent == null ? ", " : ",");
    colon = given ? Values.text(((List<?>) separators).get(1)) : Text.of(": ");
    sorted = args.flag(3, "sort_keys", false);
  }

  static Text of(Run run, Object value, Arguments args) {
    JsonText writer = new JsonText(run, args);
    writer.write(value, 0);
    return writer.out.text();
  }

  private void write(Object value, int depth) {
    run.step();
    Run.requireLength(out.length());
    if (depth > MAX_DEPTH) {
      throw new Fault("JSON deeper than " + MAX_DEPTH + " levels");
    }
    if (value == None.NONE) {
      out.add("null");
    } else if (value instanceof Boolean flag) {
      out.add(flag ? "true" : "false");
    } else if (value instanceof Number) {
      out.add(PythonText.str(value));
    } else if (value instanceof Text text) {
      string(text);
    } else if (value instanceof List<?> list) {
      out.add("[");
      for (int i = 0; i < list.size(); i++) {
        line(i, depth + 1);
        write(list.get(i), depth + 1);
      }
      close(list.isEmpty(), "]", depth);
    } else if (value instanceof Map<?, ?> map) {
      map(map, depth);
    } else {
      throw value instanceof Undefined u
          ? u.fault()
          : new Fault(Values.kind(value) + " is no JSON");
    }
  }

  private void map(Map<?, ?> map, int depth) {
    out.add("{");
    List<Object> keys = new java.util.ArrayList<>(map.keySet());
    if (sorted) {
      keys.sort(Comparator.comparing((Object key) -> Values.text(key).value()));
    }
    for (int i = 0; i < keys.size(); i++) {
      line(i, depth + 1);
      string(Values.text(keys.get(i)));
      out.add(colon);
      write(map.get(keys.get(i)), depth + 1);
    }
    close(map.isEmpty(), "}", depth);
  }

  private void line(int index, int depth) {
    if (index > 0) {
      out.add(between);
    }
    newline(depth);
  }

  private void close(boolean empty, String bracket, int depth) {
    if (!empty) {
      newline(depth);
    }
    out.add(bracket);
  }

  private void newline(int depth) {
    if (indent != null) {
      out.add("\n");
      for (int i = 0; i < depth; i++) {
        out.add(indent);
      }
    }
  }

  private void string(Text text) {
    run.spend(text.length());
    out.add("\"").add(text.respelled(this::escaped)).add("\"");
  }

  private String escaped(String text) {
    StringBuilder written = new StringBuilder();
    for (char c : text.toCharArray()) {
      switch (c) {
        case '"' -> written.append("\\\"");
        case '\\' -> written.append("\\\\");
        case '\n' -> written.append("\\n");
        case '\r' -> written.append("\\r");
        case '\t' -> written.append("\\t");
        case '\b' -> written.append("\\b");
        case '\f' -> written.append("\\f");
        default -> {
          boolean coded = c < ' ' || ascii && c > 126;
          written.append(coded ? "\\u%04x".formatted((int) c) : String.valueOf(c));
        }
      }
    }
    return written.toString();
  }
}
