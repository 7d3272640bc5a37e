package io.qcpruner.core.method;

import io.qcpruner.core.linalg.Matrix;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * One case of a golden file made by reference/make_method_goldens.py, which describes the format.
 *
 * @param file the file's name
 * @param number the case's number in it
 * @param fields the rest of each line by the name that opens it
 */
record Golden(String file, int number, Map<String, String> fields) {

  private static final float UNIT = 1 / 64f;

  static List<Golden> read(String name) {
    String file = "/golden/methods/" + name + ".txt";
    try (InputStream in = Golden.class.getResourceAsStream(file)) {
      String text =
          new String(Objects.requireNonNull(in, file).readAllBytes(), StandardCharsets.UTF_8);
      List<Golden> cases = new ArrayList<>();
      for (String line : text.split("\n")) {
        if (line.startsWith("case ")) {
          cases.add(new Golden(name, cases.size(), new HashMap<>()));
        } else if (!line.startsWith("#")) {
          String[] parts = line.split(" ", 3);
          cases.get(cases.size() - 1).fields.put(parts[1], parts[0] + " " + parts[2]);
        }
      }
      return cases;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String[] values(String name) {
    return Objects.requireNonNull(fields.get(name), name).split(" ");
  }

  int[] ints(String name) {
    String[] values = values(name);
    int[] out = new int[values.length - 1];
    for (int i = 0; i < out.length; i++) {
      out[i] = Integer.parseInt(values[i + 1]);
    }
    return out;
  }

  Matrix matrix(String name) {
    String[] values = values(name);
    float unit = values[0].equals("m") ? UNIT : 1f;
    Matrix out = Matrix.zeros(Integer.parseInt(values[1]), Integer.parseInt(values[2]));
    for (int i = 0; i < out.data().length; i++) {
      out.data()[i] = unit * Float.parseFloat(values[i + 3]);
    }
    return out;
  }

  String text(String name) {
    return fields.get(name).substring(2).replace("\\n", "\n");
  }

  @Override
  public String toString() {
    return file + " case " + number;
  }
}
