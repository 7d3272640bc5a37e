package io.qcpruner.json;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.exc.InputCoercionException;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.exc.InvalidNullException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.databind.exc.ValueInstantiationException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Says in this project's words what the JSON library found wrong. */
final class JsonProblem {

  private static final Pattern CHARACTER =
      Pattern.compile("Unexpected (?:character \\(|close marker )'([^\\p{Cntrl}])'");
  private static final Pattern TWICE = Pattern.compile("Duplicate field '([^']{1,200})'");
  private static final Pattern TOKEN = Pattern.compile("Unrecognized token '([^']{1,40})'");

  private static final String MISSING = "Missing required creator property";

  private JsonProblem() {}

  static String of(JsonProcessingException e) {
    if (e instanceof JsonMappingException mapping) {
      return mapped(mapping);
    }
    if (e instanceof StreamConstraintsException) {
      return e.getOriginalMessage().contains("nesting depth")
          ? "is nested deeper than " + JsonReader.MAX_DEPTH + " levels"
          : "holds a text or number that is too long";
    }
    if (e instanceof InputCoercionException) {
      return "holds a number that is too large";
    }
    if (e instanceof JsonEOFException) {
      return "is not JSON: it ends in the middle";
    }
    Matcher twice = TWICE.matcher(String.valueOf(e.getOriginalMessage()));
    if (twice.find()) {
      return "has the field " + twice.group(1) + " twice";
    }
    Matcher character = CHARACTER.matcher(String.valueOf(e.getOriginalMessage()));
    if (character.find()) {
      return "is not JSON: unexpected character '" + character.group(1) + "'";
    }
    Matcher token = TOKEN.matcher(String.valueOf(e.getOriginalMessage()));
    return token.find() ? "is not JSON: unexpected word " + token.group(1) : "is not JSON";
  }

  private static String mapped(JsonMappingException e) {
    String field = field(e);
    String at = field.isEmpty() ? "" : "field " + field + " ";
    if (String.valueOf(e.getOriginalMessage()).startsWith("Trailing token")) {
      return "has text after its end";
    }
    if (e instanceof UnrecognizedPropertyException) {
      return at + "is unknown";
    }
    if (e instanceof InvalidNullException hole) {
      return at + (isField(hole) ? "is missing" : "holds null");
    }
    if (String.valueOf(e.getOriginalMessage()).startsWith(MISSING)) {
      return at + "is missing";
    }
    if (e instanceof ValueInstantiationException
        && e.getCause() instanceof IllegalArgumentException ours) {
      return (field.isEmpty() ? "" : "field " + field + ": ") + ours.getMessage();
    }
    if (e instanceof MismatchedInputException mismatch && mismatch.getTargetType() != null) {
      return at + "must be " + kind(mismatch.getTargetType());
    }
    if (e.getCause() instanceof JsonProcessingException syntax && e.getCause() != e) {
      return at + of(syntax);
    }
    return at + "has a value that can't be used";
  }

  /** The last step of the path is the field itself, or a place in its list or map. */
  private static boolean isField(InvalidNullException hole) {
    List<JsonMappingException.Reference> path = hole.getPath();
    return !path.isEmpty()
        && hole.getPropertyName().getSimpleName().equals(path.get(path.size() - 1).getFieldName());
  }

  private static String field(JsonMappingException e) {
    StringBuilder path = new StringBuilder();
    for (JsonMappingException.Reference step : e.getPath()) {
      if (step.getFieldName() != null) {
        path.append(path.isEmpty() ? "" : ".").append(step.getFieldName());
      } else {
        path.append('[').append(step.getIndex()).append(']');
      }
    }
    return path.toString();
  }

  private static String kind(Class<?> type) {
    if (type == boolean.class || type == Boolean.class) {
      return "true or false";
    }
    if (type == int.class || type == long.class || type == Integer.class || type == Long.class) {
      return "a whole number";
    }
    if (type.isPrimitive() || Number.class.isAssignableFrom(type)) {
      return "a number";
    }
    if (type == String.class) {
      return "a text";
    }
    return type.isArray() || Iterable.class.isAssignableFrom(type) ? "a list" : "an object";
  }
}
