package io.qcpruner.eval.data;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A name is a name: DuckDB would take letters of it as a pattern, or make columns of folders. */
class ParquetNamesTest {

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {"a*b", "a?b", "a[1]", "[!a]", "**", "it's", "a{1,2}", "a]b", "split=test", "~"})
  void exactlyThisFileIsRead(String name) throws IOException, SQLException {
    // what the patterns would find
    for (String other : List.of("axb", "a1", "ab")) {
      write(folder.resolve(other).resolve(other + ".parquet"), "other");
    }
    Path file = folder.resolve(name).resolve(name + ".parquet");
    write(file, "this");
    try (ParquetReader reader = new ParquetReader()) {
      assertEquals(Set.of("v", "image"), reader.columns(file).keySet());
      List<DataRow> rows = reader.read(List.of(file), List.of("v", "split"), "image");
      assertEquals(1, rows.size());
      assertEquals("this", rows.get(0).text("v"));
      assertEquals(name + ".parquet row 0", rows.get(0).where());
      assertArrayEquals(
          "this".getBytes(StandardCharsets.UTF_8),
          ((Media.Embedded) rows.get(0).media()).bytes().read());
    }
  }

  /** Under a plain name first: COPY would take a folder's name as a pattern, too. */
  private void write(Path file, String text) throws IOException, SQLException {
    Path plain = folder.resolve("plain.parquet");
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement sql = connection.createStatement()) {
      sql.execute(
          "COPY (SELECT '%1$s' AS v, {'bytes': '%1$s'::BLOB} AS image) TO '%2$s' (FORMAT parquet)"
              .formatted(text, plain));
    }
    Files.createDirectories(file.getParent());
    Files.move(plain, file);
  }
}
