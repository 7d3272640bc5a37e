package io.qcpruner.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Tensors are made on the model's device. Without a GPU a tensor on the wrong device works, so the
 * sources are read instead: whoever makes a tensor from nothing says where, by the options of the
 * placement or of another tensor. (libtorch's meta device would be the better test, but outside of
 * Python it has no convolution and no index_select, and its products take tensors of two devices.)
 */
class DeviceDisciplineTest {

  private static final Path SOURCES = Path.of("src", "main", "java");

  private static final Pattern FACTORY =
      Pattern.compile(
          "torch\\s*\\.\\s*(zeros|ones|empty|full|arange|range|eye|linspace|tensor|scalar_tensor"
              + "|rand|randn|randint|randperm|from_blob|from_file|tril_indices|triu_indices)\\(");

  /** Views of host memory and of files, which are moved to the device by their makers. */
  private static final Set<String> HOST = Set.of("Tensors.java", "MappedFile.java");

  @Test
  void everyTensorSaysWhereItIs() throws IOException {
    List<String> wrong = new ArrayList<>();
    int found = 0;
    for (Path file : sources()) {
      String text = Files.readString(file);
      for (Matcher call = FACTORY.matcher(text); call.find(); found++) {
        String arguments = arguments(text, call.end());
        boolean host = HOST.contains(file.getFileName().toString());
        if (!host && !arguments.matches("(?s).*\\boptions(\\(.*\\))?.*")) {
          wrong.add(file.getFileName() + ": torch." + call.group(1) + "(" + arguments + ")");
        }
      }
    }
    assertEquals(List.of(), wrong, "tensors that are made on the CPU whatever the device");
    assertTrue(found >= 5, "the pattern finds the factories that are there, not " + found);
  }

  @Test
  void optionsWithoutADeviceAreMadeNowhereElse() throws IOException {
    List<String> makers = new ArrayList<>();
    for (Path file : sources()) {
      if (Files.readString(file).contains("new TensorOptions(")) {
        makers.add(file.getFileName().toString());
      }
    }
    assertEquals(
        List.of("MappedFile.java", "Placement.java", "Tensors.java"),
        makers.stream().sorted().toList());
  }

  private static List<Path> sources() throws IOException {
    try (Stream<Path> files = Files.walk(SOURCES)) {
      return files
          .filter(f -> f.toString().endsWith(".java"))
          .filter(f -> !f.toString().contains("measure")) // benches of the CPU
          .sorted()
          .toList();
    }
  }

  /** The text up to the parenthesis that closes the call. */
  private static String arguments(String text, int from) {
    int depth = 1;
    int at = from;
    while (depth > 0) {
      char c = text.charAt(at++);
      depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    }
    return text.substring(from, at - 1);
  }
}
