package io.qcpruner.server.protocol;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.qcpruner.server.error.ErrorCode;
import io.qcpruner.server.error.RequestException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;

/** Reads one JSON object: no duplicate names, nothing after it, bounded depth and lengths. */
final class StrictJson {
  private static final int DEPTH = 32;
  private static final int NUMBER_CHARACTERS = 64;
  private static final int NAME_CHARACTERS = 256;

  private static final int DECODED_CHARACTERS = 8192;

  private final ObjectMapper mapper;

  /** Longer strings than Jackson's 20 M characters are needed: a picture is one string. */
  StrictJson(int maxBytes) {
    JsonFactory factory =
        new JsonFactoryBuilder()
            .streamReadConstraints(
                StreamReadConstraints.builder()
                    .maxNestingDepth(DEPTH)
                    .maxNumberLength(NUMBER_CHARACTERS)
                    .maxNameLength(NAME_CHARACTERS)
                    .maxStringLength(maxBytes)
                    .build())
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
            .build();
    this.mapper = new ObjectMapper(factory).enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
  }

  ObjectNode object(byte[] body) throws RequestException {
    JsonNode root;
    try {
      requireUtf8(body);
      root = mapper.readTree(body);
    } catch (IOException e) {
      throw new RequestException(
          ErrorCode.INVALID_JSON,
          "The body is not one JSON object in UTF-8, without duplicate names, at most "
              + DEPTH
              + " levels deep.");
    }
    if (root instanceof ObjectNode object) {
      return object;
    }
    throw new RequestException(ErrorCode.INVALID_JSON, "The body must be a JSON object.");
  }

  /** The parser takes overlong forms and halves of pairs, which other programs read otherwise. */
  private static void requireUtf8(byte[] body) throws CharacterCodingException {
    CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
    ByteBuffer in = ByteBuffer.wrap(body);
    CharBuffer out = CharBuffer.allocate(DECODED_CHARACTERS);
    CoderResult result = CoderResult.OVERFLOW;
    while (result.isOverflow()) {
      result = decoder.decode(in, out.clear(), true);
    }
    if (result.isError()) {
      result.throwException();
    }
  }
}
