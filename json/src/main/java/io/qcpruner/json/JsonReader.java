package io.qcpruner.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.AnnotationIntrospector;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.type.LogicalType;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * Reads JSON. Depth, size and null documents are checked here once for everybody, and every message
 * says where ("file", "file line 7") and what, in this project's words.
 */
public final class JsonReader {

  /** Levels of nesting; no file of this project's formats has more than ten. */
  public static final int MAX_DEPTH = 100;

  private static final int MAX_TEXT = 100_000_000;

  /** The JSON of the standard. */
  public static final JsonReader STANDARD = new JsonReader(builder().build());

  /** Also {@code NaN} and {@code Infinity}, which Python writes. */
  public static final JsonReader PYTHON =
      new JsonReader(builder().enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS).build());

  /** A name may come only once in an object. */
  public static final JsonReader UNIQUE =
      new JsonReader(builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build());

  /** Files with very many names, which are not kept for reuse: that costs more than it saves. */
  public static final JsonReader MANY_NAMES =
      new JsonReader(
          builder(
                  new JsonFactoryBuilder()
                      .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
                      .disable(JsonFactory.Feature.INTERN_FIELD_NAMES))
              .build());

  /** Records of Java whose fields are written in snake case; numbers must all be there. */
  public static final JsonReader SNAKE_CASE =
      new JsonReader(
          builder()
              .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
              .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
              .build());

  private final JsonMapper mapper;

  private JsonReader(JsonMapper mapper) {
    this.mapper = mapper;
  }

  private static JsonMapper.Builder builder() {
    return builder(new JsonFactoryBuilder());
  }

  private static JsonMapper.Builder builder(JsonFactoryBuilder factory) {
    StreamReadConstraints limits =
        StreamReadConstraints.builder()
            .maxNestingDepth(MAX_DEPTH)
            .maxStringLength(MAX_TEXT)
            .build();
    return JsonMapper.builder(factory.streamReadConstraints(limits).build())
        // 3.5 is not a whole number, and "3" is a text
        .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
        .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
        .withCoercionConfig(
            LogicalType.Textual,
            texts ->
                texts
                    .setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                    .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
                    .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail))
        .annotationIntrospector(
            AnnotationIntrospector.pair(
                new RequiredComponents(), new JacksonAnnotationIntrospector()));
  }

  /** The library's mapper, for writing and for making trees. */
  public JsonMapper mapper() {
    return mapper;
  }

  /** The value in a file; empty files and {@code null} are errors. */
  public JsonNode tree(Path file, long maxBytes) throws JsonException {
    return tree(BoundedFile.read(file, maxBytes), file.toString());
  }

  /** The value in a text; empty texts and {@code null} are errors. */
  public JsonNode tree(byte[] text, String where) throws JsonException {
    return tree(decoded(text, where), where);
  }

  /** The value in a text; empty texts and {@code null} are errors. */
  public JsonNode tree(String text, String where) throws JsonException {
    JsonNode root = read(text, where, () -> whole(mapper.reader()).readTree(text));
    return present(root == null || root.isMissingNode() || root.isNull() ? null : root, where);
  }

  /** The object in a file. */
  public ObjectNode object(Path file, long maxBytes) throws JsonException {
    return object(BoundedFile.read(file, maxBytes), file.toString());
  }

  /** The object in a text. */
  public ObjectNode object(byte[] text, String where) throws JsonException {
    if (tree(text, where) instanceof ObjectNode object) {
      return object;
    }
    throw new JsonException(where, "is not a JSON object");
  }

  /** The object in a text. */
  public ObjectNode object(String text, String where) throws JsonException {
    if (tree(text, where) instanceof ObjectNode object) {
      return object;
    }
    throw new JsonException(where, "is not a JSON object");
  }

  /** The record in a file. */
  public <T> T record(Path file, long maxBytes, Class<T> type) throws JsonException {
    return record(BoundedFile.read(file, maxBytes), file.toString(), type);
  }

  /**
   * The record in a text. Its components are required, but for those that are {@link
   * OptionalField}; what its constructor refuses becomes a message with the field.
   */
  public <T> T record(byte[] bytes, String where, Class<T> type) throws JsonException {
    String text = decoded(bytes, where);
    return present(read(text, where, () -> whole(mapper.readerFor(type)).readValue(text)), where);
  }

  /** Reads a text token by token, for files too large for a tree. */
  public <T> T stream(byte[] bytes, String where, Tokens<T> reader) throws IOException {
    String text = decoded(bytes, where);
    try (JsonParser parser = mapper.createParser(text)) {
      return reader.read(parser);
    } catch (JsonProcessingException e) {
      throw failure(text, where, e);
    }
  }

  /** Makes something of the tokens of a document. */
  @FunctionalInterface
  public interface Tokens<T> {
    T read(JsonParser json) throws IOException;
  }

  /** A document ends where its value ends. */
  private static ObjectReader whole(ObjectReader reader) {
    return reader.with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
  }

  private interface Reading<T> {
    T read() throws JsonProcessingException;
  }

  private static <T> T read(String text, String where, Reading<T> reading) throws JsonException {
    try {
      return text.isBlank() ? null : reading.read();
    } catch (JsonProcessingException e) {
      throw failure(text, where, e);
    }
  }

  private static <T> T present(T value, String where) throws JsonException {
    if (value == null) {
      throw new JsonException(where, "is empty or null, not JSON that says something");
    }
    return value;
  }

  private static JsonException failure(String text, String where, JsonProcessingException e) {
    boolean lines = text.indexOf('\n') >= 0 && e.getLocation() != null;
    String place = lines ? where + " line " + e.getLocation().getLineNr() : where;
    return new JsonException(place, JsonProblem.of(e), e);
  }

  private static String decoded(byte[] text, String where) throws JsonException {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(text)).toString();
    } catch (CharacterCodingException e) {
      throw new JsonException(where, "is not UTF-8", e);
    }
  }
}
