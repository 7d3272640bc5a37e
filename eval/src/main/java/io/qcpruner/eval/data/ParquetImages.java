package io.qcpruner.eval.data;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;

/**
 * The picture column of one Parquet file. Samples are mostly asked for in order, so a few
 * neighbours are fetched along: a query costs more than a row.
 */
final class ParquetImages {

  private static final int WINDOW = 8;

  private final Connection connection;
  private final Path file;
  private final String column;
  private final byte[][] window = new byte[WINDOW][];
  private int start = -1;

  ParquetImages(Connection connection, Path file, String column) {
    this.connection = connection;
    this.file = file;
    this.column = column;
  }

  synchronized byte[] read(int row) throws DataException {
    if (start < 0 || row < start || row >= start + WINDOW) {
      fetch(row);
    }
    byte[] picture = window[row - start];
    if (picture == null) {
      throw new DataException(file + " row " + row, "column " + column + " holds no picture");
    }
    return picture;
  }

  private void fetch(int row) throws DataException {
    start = -1;
    String query =
        "SELECT file_row_number, "
            + ParquetReader.quoted(column)
            + ".bytes FROM read_parquet("
            + ParquetReader.arguments(file)
            + ", file_row_number=true) WHERE file_row_number BETWEEN "
            + row
            + " AND "
            + (row + WINDOW - 1);
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(query)) {
      Arrays.fill(window, null);
      while (result.next()) {
        window[(int) (result.getLong(1) - row)] = result.getBytes(2);
      }
      start = row;
    } catch (SQLException e) {
      throw ParquetReader.broken(file, e);
    }
  }
}
