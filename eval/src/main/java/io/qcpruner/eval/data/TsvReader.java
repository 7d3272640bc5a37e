package io.qcpruner.eval.data;

import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * MMBench's tab separated files: CSV-style quotes, a header line, the picture as base64. The file
 * is mapped, and pictures stay in it until they are asked for.
 */
final class TsvReader {

  /** What pandas reads as missing. */
  private static final Set<String> MISSING =
      Set.of(
          "",
          "#N/A",
          "#N/A N/A",
          "#NA",
          "-1.#IND",
          "-1.#QNAN",
          "-NaN",
          "-nan",
          "1.#IND",
          "1.#QNAN",
          "<NA>",
          "N/A",
          "NA",
          "NULL",
          "NaN",
          "None",
          "n/a",
          "nan",
          "null");

  private final Path file;
  private final MappedByteBuffer bytes;
  private int at;

  private TsvReader(Path file, MappedByteBuffer bytes) {
    this.file = file;
    this.bytes = bytes;
  }

  /** A field's bytes in the file, outer quotes not included. */
  private record Field(int start, int end, boolean quoted) {}

  static List<DataRow> read(List<Path> files, String imageColumn) throws DataException {
    List<DataRow> rows = new ArrayList<>();
    for (Path file : files) {
      try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
        if (channel.size() > Integer.MAX_VALUE) {
          throw new DataException(file.toString(), "is larger than 2 GB");
        }
        TsvReader reader = new TsvReader(file, channel.map(MapMode.READ_ONLY, 0, channel.size()));
        reader.rows(imageColumn, rows);
      } catch (DataException e) {
        throw e;
      } catch (IOException e) {
        throw Json.unreadable(file, e);
      }
    }
    return rows;
  }

  private void rows(String imageColumn, List<DataRow> rows) throws DataException {
    List<String> header = new ArrayList<>();
    for (Field field : record()) {
      header.add(text(field));
    }
    for (int line = 1; at < bytes.limit(); line++) {
      List<Field> record = record();
      String where = file.getFileName() + " row " + line;
      if (record.size() == 1 && record.get(0).start == record.get(0).end) {
        continue;
      }
      if (record.size() != header.size()) {
        throw new DataException(
            where, record.size() + " fields, but the header has " + header.size());
      }
      Map<String, Object> fields = new HashMap<>();
      Media media = new Media.None();
      for (int i = 0; i < record.size(); i++) {
        if (header.get(i).equals(imageColumn)) {
          Field picture = record.get(i);
          media = new Media.Embedded(where, () -> decode(picture, where));
        } else {
          String text = text(record.get(i));
          fields.put(header.get(i), MISSING.contains(text) ? null : text);
        }
      }
      rows.add(new DataRow(where, rows.size(), fields, media));
    }
  }

  /** The fields up to the next line end outside quotes. */
  private List<Field> record() throws DataException {
    List<Field> fields = new ArrayList<>();
    while (true) {
      fields.add(field());
      boolean more = at < bytes.limit() && bytes.get(at) == '\t';
      at++;
      if (!more) {
        return fields;
      }
    }
  }

  /** Leaves {@code at} on the tab, on the line end or after the file. */
  private Field field() throws DataException {
    if (at < bytes.limit() && bytes.get(at) == '"') {
      return quotedField();
    }
    int start = at;
    while (at < bytes.limit() && bytes.get(at) != '\t' && bytes.get(at) != '\n') {
      at++;
    }
    boolean carriageReturn = at > start && bytes.get(at - 1) == '\r';
    return new Field(start, carriageReturn ? at - 1 : at, false);
  }

  private Field quotedField() throws DataException {
    int start = ++at;
    while (true) {
      if (at >= bytes.limit()) {
        throw new DataException(file + " offset " + (start - 1), "quote is never closed");
      }
      if (bytes.get(at) == '"') {
        boolean doubled = at + 1 < bytes.limit() && bytes.get(at + 1) == '"';
        if (!doubled) {
          break;
        }
        at++;
      }
      at++;
    }
    int end = at++;
    if (at < bytes.limit() && bytes.get(at) == '\r') {
      at++;
    }
    if (at < bytes.limit() && bytes.get(at) != '\t' && bytes.get(at) != '\n') {
      throw new DataException(file + " offset " + at, "text follows a closing quote");
    }
    return new Field(start, end, true);
  }

  private String text(Field field) {
    byte[] raw = new byte[field.end - field.start];
    bytes.get(field.start, raw);
    String text = new String(raw, StandardCharsets.UTF_8);
    return field.quoted ? text.replace("\"\"", "\"") : text;
  }

  private byte[] decode(Field field, String where) throws DataException {
    try {
      return Base64.getMimeDecoder().decode(text(field));
    } catch (IllegalArgumentException e) {
      throw new DataException(where, "picture is not base64: " + e.getMessage());
    }
  }
}
