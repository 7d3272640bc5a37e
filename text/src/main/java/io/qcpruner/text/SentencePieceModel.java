package io.qcpruner.text;

import io.qcpruner.json.BoundedFile;
import io.qcpruner.json.JsonException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The pieces of a SentencePiece file, which is one Protocol Buffers message: repeated field 1 the
 * pieces, field 2 how it was trained, field 3 how text is normalised.
 *
 * @param addDummyPrefix whether text gets a space in front
 */
record SentencePieceModel(List<Piece> pieces, boolean addDummyPrefix, boolean byteFallback) {
  private static final long MAX_BYTES = 64 << 20;
  private static final int BPE = 2;

  /** Piece types by their number in the file. */
  enum Type {
    UNDEFINED,
    NORMAL,
    UNKNOWN,
    CONTROL,
    USER_DEFINED,
    UNUSED,
    BYTE
  }

  record Piece(String text, float score, Type type) {}

  static SentencePieceModel read(Path file) throws IOException {
    try {
      return parse(new WireReader(BoundedFile.read(file, MAX_BYTES)));
    } catch (JsonException e) {
      throw new TokenizerException(e.getMessage(), e);
    } catch (WireReader.Malformed e) {
      throw new TokenizerException(file + ": not a SentencePiece model: " + e.getMessage(), e);
    }
  }

  private static SentencePieceModel parse(WireReader in) throws WireReader.Malformed {
    List<Piece> pieces = new ArrayList<>();
    long modelType = 1;
    boolean byteFallback = false;
    Normalizer normalizer = new Normalizer("identity", true, true, true);
    while (in.next()) {
      switch (in.field()) {
        case 1 -> pieces.add(piece(in.message()));
        case 2 -> {
          WireReader trainer = in.message();
          while (trainer.next()) {
            if (trainer.field() == 3) {
              modelType = trainer.integer();
            } else if (trainer.field() == 35) {
              byteFallback = trainer.integer() != 0;
            } else {
              trainer.skip();
            }
          }
        }
        case 3 -> normalizer = normalizer(in.message());
        default -> in.skip();
      }
    }
    in.require(!pieces.isEmpty(), "no pieces");
    in.require(modelType == BPE, "model type " + modelType + " is not BPE");
    in.require(
        normalizer.name.equals("identity") && !normalizer.collapse && normalizer.escape,
        "normalisation %s is not supported".formatted(normalizer));
    return new SentencePieceModel(List.copyOf(pieces), normalizer.prefix, byteFallback);
  }

  private record Normalizer(String name, boolean prefix, boolean collapse, boolean escape) {}

  private static Piece piece(WireReader in) throws WireReader.Malformed {
    String text = "";
    float score = 0;
    long type = 1;
    while (in.next()) {
      switch (in.field()) {
        case 1 -> text = in.text();
        case 2 -> score = in.fixedFloat();
        case 3 -> type = in.integer();
        default -> in.skip();
      }
    }
    in.require(type >= 1 && type < Type.values().length, "piece type " + type);
    return new Piece(text, score, Type.values()[(int) type]);
  }

  private static Normalizer normalizer(WireReader in) throws WireReader.Malformed {
    String name = "identity";
    boolean prefix = true;
    boolean collapse = true;
    boolean escape = true;
    while (in.next()) {
      switch (in.field()) {
        case 1 -> name = in.text();
        case 3 -> prefix = in.integer() != 0;
        case 4 -> collapse = in.integer() != 0;
        case 5 -> escape = in.integer() != 0;
        default -> in.skip();
      }
    }
    return new Normalizer(name, prefix, collapse, escape);
  }
}
