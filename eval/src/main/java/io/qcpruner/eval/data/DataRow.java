package io.qcpruner.eval.data;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One row of a benchmark file. Columns are looked up by name; a missing one that is needed is an
 * error that names file, row and column.
 *
 * @param where file and place, for messages
 * @param index position over all files of the entry
 * @param fields strings, numbers, booleans, lists, maps or nothing
 * @param media the row's picture or clip
 */
public record DataRow(String where, int index, Map<String, Object> fields, Media media) {

  public boolean has(String column) {
    return fields.get(column) != null;
  }

  /** Text that must be there. */
  public String text(String column) throws DataException {
    Object value = value(column);
    if (value instanceof List<?> || value instanceof Map<?, ?>) {
      throw new DataException(where, "column " + column + " holds " + kind(value) + ", not text");
    }
    return value.toString();
  }

  /** Text, or empty when the column is absent or null. */
  public Optional<String> optionalText(String column) {
    return Optional.ofNullable(fields.get(column)).map(Object::toString);
  }

  public long integer(String column) throws DataException {
    Object value = value(column);
    if (value instanceof Number number) {
      return number.longValue();
    }
    try {
      return Long.parseLong(value.toString().strip());
    } catch (NumberFormatException e) {
      throw new DataException(where, "column " + column + " holds " + value + ", not an integer");
    }
  }

  /** A list of texts; nulls inside are an error. */
  public List<String> texts(String column) throws DataException {
    Object value = value(column);
    if (!(value instanceof List<?> list)) {
      throw new DataException(where, "column " + column + " holds " + kind(value) + ", not a list");
    }
    List<String> texts = new ArrayList<>();
    for (Object element : list) {
      if (element == null) {
        throw new DataException(where, "column " + column + " holds a null element");
      }
      texts.add(element.toString());
    }
    return texts;
  }

  /** One field of every record in a list of records. */
  public List<String> texts(String column, String field) throws DataException {
    Object value = value(column);
    List<String> texts = new ArrayList<>();
    if (value instanceof List<?> list) {
      for (Object element : list) {
        if (!(element instanceof Map<?, ?> map) || map.get(field) == null) {
          throw new DataException(where, "column " + column + " has an element without " + field);
        }
        texts.add(map.get(field).toString());
      }
      return texts;
    }
    throw new DataException(where, "column " + column + " holds " + kind(value) + ", not a list");
  }

  /** The row with further fields, which win over its own. */
  public DataRow with(Map<String, Object> more) {
    Map<String, Object> all = new HashMap<>(fields);
    all.putAll(more);
    return new DataRow(where, index, all, media);
  }

  public DataRow with(Media other) {
    return new DataRow(where, index, fields, other);
  }

  private Object value(String column) throws DataException {
    Object value = fields.get(column);
    if (value == null) {
      throw new DataException(
          where,
          fields.containsKey(column) ? "column " + column + " is null" : "no column " + column);
    }
    return value;
  }

  private static String kind(Object value) {
    return value instanceof List<?>
        ? "a list"
        : value instanceof Map<?, ?> ? "a record" : "a " + value.getClass().getSimpleName();
  }
}
