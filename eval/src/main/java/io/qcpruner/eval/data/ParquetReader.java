package io.qcpruner.eval.data;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Array;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.duckdb.DuckDBStruct;

/**
 * Parquet files through DuckDB: text columns at once, pictures row by row when they are asked for.
 */
public final class ParquetReader implements AutoCloseable {

  private final Connection connection;

  public ParquetReader() throws DataException {
    try {
      DuckDbLibrary.requireSafeFolder();
      connection = DriverManager.getConnection("jdbc:duckdb:");
      DuckDbLibrary.forgetFile();
    } catch (SQLException | IOException e) {
      throw new DataException("DuckDB", "cannot be opened: " + e.getMessage(), e);
    }
  }

  /**
   * Rows of the files in order.
   *
   * @param wanted columns to read if present; the picture column is never read here
   * @param imageColumn name of the picture column, empty for none
   */
  public List<DataRow> read(List<Path> files, List<String> wanted, String imageColumn)
      throws DataException {
    List<DataRow> rows = new ArrayList<>();
    for (Path file : files) {
      readFile(file, wanted, imageColumn, rows);
    }
    return rows;
  }

  private void readFile(Path file, List<String> wanted, String imageColumn, List<DataRow> rows)
      throws DataException {
    Map<String, String> types = columns(file);
    List<String> selected = new ArrayList<>(wanted);
    selected.removeIf(column -> !types.containsKey(column) || column.equals(imageColumn));
    boolean pictures = types.containsKey(imageColumn);
    String name = file.getFileName().toString();
    ParquetImages images = pictures ? new ParquetImages(connection, file, imageColumn) : null;
    // a count of nothing selected would lose the number of rows
    String list = selected.isEmpty() ? "1" : String.join(", ", quoted(selected));
    String query = "SELECT " + list + " FROM read_parquet(" + arguments(file) + ")";
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(query)) {
      for (int at = 0; result.next(); at++) {
        Map<String, Object> fields = new HashMap<>();
        for (int i = 0; i < selected.size(); i++) {
          fields.put(selected.get(i), plain(result.getObject(i + 1)));
        }
        String where = name + " row " + at;
        int row = at;
        Media media =
            pictures ? new Media.Embedded(where, () -> images.read(row)) : new Media.None();
        rows.add(new DataRow(where, rows.size(), fields, media));
      }
    } catch (SQLException e) {
      throw broken(file, e);
    }
  }

  /** Column names and DuckDB types of a file. */
  public Map<String, String> columns(Path file) throws DataException {
    Map<String, String> types = new LinkedHashMap<>();
    try (Statement statement = connection.createStatement();
        ResultSet result =
            statement.executeQuery(
                "DESCRIBE SELECT * FROM read_parquet(" + arguments(file) + ")")) {
      while (result.next()) {
        types.put(result.getString(1), result.getString(2));
      }
    } catch (SQLException e) {
      throw broken(file, e);
    }
    return types;
  }

  private static Object plain(Object value) throws SQLException {
    if (value instanceof Array array) {
      List<Object> list = new ArrayList<>();
      for (Object element : (Object[]) array.getArray()) {
        list.add(plain(element));
      }
      return list;
    }
    if (value instanceof DuckDBStruct struct) {
      Map<String, Object> map = new LinkedHashMap<>();
      for (Map.Entry<String, Object> entry : struct.getMap().entrySet()) {
        map.put(entry.getKey(), plain(entry.getValue()));
      }
      return map;
    }
    return value;
  }

  private static List<String> quoted(List<String> names) {
    return names.stream().map(ParquetReader::quoted).toList();
  }

  static String quoted(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }

  /**
   * Exactly this file. DuckDB takes names as patterns, so that a letter with a meaning stands in
   * brackets, and makes columns of folders called name=value unless it is told not to.
   */
  static String arguments(Path file) {
    String name = file.toString().replaceAll("[*?\\[]", "[$0]").replace("'", "''");
    return "'" + name + "', hive_partitioning=false";
  }

  static DataException broken(Path file, SQLException e) {
    String first = Arrays.asList(String.valueOf(e.getMessage()).split("\n")).get(0);
    return new DataException(file.toString(), "cannot be read as Parquet: " + first, e);
  }

  @Override
  public void close() throws DataException {
    try {
      connection.close();
    } catch (SQLException e) {
      throw new DataException("DuckDB", "cannot be closed: " + e.getMessage(), e);
    }
  }
}
