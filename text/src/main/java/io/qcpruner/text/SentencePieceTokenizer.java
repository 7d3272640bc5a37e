package io.qcpruner.text;

import io.qcpruner.text.SentencePieceModel.Piece;
import io.qcpruner.text.SentencePieceModel.Type;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * Llama's tokenizer: SentencePiece BPE with a dummy prefix and bytes for unknown characters. For
 * Llama checkpoints this is the definition that other tokenizer files must agree with.
 */
final class SentencePieceTokenizer implements Tokenizer {
  static final char SPACE = '\u2581';

  private final SentencePieceModel model;
  private final Map<String, Integer> mergeable = new HashMap<>();
  private final Map<String, Integer> control = new HashMap<>();
  private final int[] byteIds = new int[256];
  private final int unknown;

  private SentencePieceTokenizer(SentencePieceModel model, Path file) throws TokenizerException {
    this.model = model;
    List<Piece> pieces = model.pieces();
    int unknownId = -1;
    Arrays.fill(byteIds, -1);
    for (int id = 0; id < pieces.size(); id++) {
      Piece piece = pieces.get(id);
      switch (piece.type()) {
        case NORMAL, USER_DEFINED -> mergeable.putIfAbsent(piece.text(), id);
        case CONTROL -> control.put(piece.text(), id);
        case BYTE -> byteIds[byteOf(piece, file)] = id;
        case UNKNOWN -> {
          unknownId = id;
          control.put(piece.text(), id);
        }
        default -> {}
      }
    }
    if (unknownId < 0) {
      throw new TokenizerException(file + ": no piece for unknown text");
    }
    unknown = unknownId;
  }

  static SentencePieceTokenizer read(Path file) throws IOException {
    return new SentencePieceTokenizer(SentencePieceModel.read(file), file);
  }

  @Override
  public Tokens encode(String text) {
    if (text.isEmpty()) {
      return new Tokens(new int[0], new int[0], new int[0]);
    }
    String clean = Utf16.wellFormed(text).replace(' ', SPACE);
    int prefix = model.addDummyPrefix() ? 1 : 0;
    String normal = prefix == 1 ? SPACE + clean : clean;
    TokenBuffer out = new TokenBuffer();
    new PairMerger(this::score, normal)
        .forEachSymbol(
            (start, end) ->
                emit(normal.substring(start, end), at(start, prefix), at(end, prefix), out));
    return out.tokens();
  }

  private static int at(int index, int prefix) {
    return Math.max(0, index - prefix);
  }

  /** The score of a piece, or NaN if merging to it is not allowed. */
  private float score(String text) {
    Integer id = mergeable.get(text);
    return id == null ? Float.NaN : model.pieces().get(id).score();
  }

  private void emit(String symbol, int start, int end, TokenBuffer out) {
    Integer id = mergeable.get(symbol);
    if (id != null) {
      out.add(id, start, end);
      return;
    }
    if (!model.byteFallback()) {
      out.add(unknown, start, end);
      return;
    }
    for (byte b : symbol.getBytes(StandardCharsets.UTF_8)) {
      int byteId = byteIds[b & 0xFF];
      out.add(byteId < 0 ? unknown : byteId, start, end);
    }
  }

  @Override
  public OptionalInt special(String token) {
    Integer id = control.get(token);
    return id == null ? OptionalInt.empty() : OptionalInt.of(id);
  }

  @Override
  public boolean isSpecial(int id) {
    if (id < 0 || id >= size()) {
      return true;
    }
    Type type = model.pieces().get(id).type();
    return type == Type.CONTROL || type == Type.UNKNOWN;
  }

  @Override
  public Collection<String> addedTokens() {
    return control.keySet();
  }

  @Override
  public OptionalInt bos() {
    return special("<s>");
  }

  @Override
  public byte[] bytes(int id) {
    if (isSpecial(id)) {
      return new byte[0];
    }
    Piece piece = model.pieces().get(id);
    if (piece.type() == Type.BYTE) {
      return new byte[] {(byte) Integer.parseInt(piece.text().substring(3, 5), 16)};
    }
    return piece.text().replace(SPACE, ' ').getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public int size() {
    return model.pieces().size();
  }

  @Override
  public boolean dropsLeadingSpace() {
    return model.addDummyPrefix();
  }

  private static int byteOf(Piece piece, Path file) throws TokenizerException {
    if (!piece.text().matches("<0x[0-9A-F]{2}>")) {
      throw new TokenizerException(file + ": odd byte piece " + piece.text());
    }
    return Integer.parseInt(piece.text().substring(3, 5), 16);
  }
}
