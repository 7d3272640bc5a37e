package io.qcpruner.cli.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.qcpruner.media.RgbImage;
import io.qcpruner.media.internal.draw.Overlay;
import io.qcpruner.media.internal.draw.PngFiles;
import io.qcpruner.pocket.internal.score.SceneImages;
import io.qcpruner.pocket.question.QuestionSet;
import io.qcpruner.pocket.scene.SceneGenerator;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.ToDoubleFunction;
import java.util.stream.StreamSupport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Times whole processes that answer one question, with the options of this virtual machine. */
@Command(
    name = "start",
    description = "Time processes that start, answer one question with the embedded model and end.",
    footer = {"", "Example:", "  qcpruner bench start --rounds 6"},
    mixinStandardHelpOptions = true)
public final class BenchStartCommand implements Callable<Integer> {

  private static final int SCENE = 3;
  private static final String PICTURE = "scene.png";
  private static final String ANSWER = "answer.json";
  private static final String ERRORS = "errors.txt";

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "6",
      description = "Processes, one after the other, after one more (default: ${DEFAULT-VALUE}).")
  private int rounds;

  @Option(names = "--json", description = "Print every process as JSON.")
  private boolean json;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (rounds < 1) {
      throw new ParameterException(spec.commandLine(), "--rounds must be at least 1");
    }
    Path folder = Files.createTempDirectory("qcpruner-start");
    ArrayNode processes;
    try {
      Path picture = folder.resolve(PICTURE);
      RgbImage scene = SceneImages.of(QuestionSet.scene(new SceneGenerator(), SCENE));
      PngFiles.write(new Overlay(scene).original(), picture);
      Path answer = folder.resolve(ANSWER);
      process(picture, answer); // files into the page cache, the model into the user's
      processes = JsonNodeFactory.instance.arrayNode();
      for (int i = 0; i < rounds; i++) {
        processes.add(process(picture, answer));
      }
    } finally {
      for (String file : List.of(PICTURE, ANSWER, ERRORS)) {
        Files.deleteIfExists(folder.resolve(file));
      }
      Files.delete(folder);
    }
    PrintWriter out = spec.commandLine().getOut();
    out.print(json ? processes.toPrettyString() + System.lineSeparator() : text(processes));
    out.flush();
    return 0;
  }

  private static ObjectNode process(Path picture, Path answer)
      throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(command(picture)).redirectOutput(answer.toFile());
    Path errors = picture.resolveSibling(ERRORS);
    builder.redirectError(errors.toFile());
    long start = System.nanoTime();
    Process process = builder.start();
    int exit = process.waitFor();
    double seconds = (System.nanoTime() - start) / 1e9;
    if (exit != 0) {
      String said = Files.readString(errors).strip();
      throw new IOException(
          "a process of the measurement ended with exit code %d: %s"
              .formatted(exit, said.substring(said.lastIndexOf('\n') + 1)));
    }
    ObjectMapper mapper = new ObjectMapper();
    ObjectNode out = mapper.createObjectNode().put("seconds", seconds);
    out.set("timings", mapper.readTree(answer.toFile()).path("timings"));
    return out;
  }

  /** This Java with its options: the launcher gave them to us, so they are those of a user. */
  private static List<String> command(Path picture) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), "io.qcpruner.cli.Main"));
    command.addAll(List.of("ask", "--model", "embedded", "--image", picture.toString()));
    command.addAll(List.of("--method", "qcpruner", "--budget", "64", "--json"));
    command.add("What color is the star?");
    return command;
  }

  private static String text(ArrayNode processes) {
    StringBuilder out = new StringBuilder();
    line(out, "start to end, s", processes, p -> p.path("seconds").doubleValue());
    processes
        .get(0)
        .path("timings")
        .fieldNames()
        .forEachRemaining(
            part -> line(out, part, processes, p -> p.at("/timings/" + part).doubleValue()));
    return out.toString();
  }

  /** Median, smallest and largest. */
  private static void line(
      StringBuilder out, String name, ArrayNode processes, ToDoubleFunction<JsonNode> value) {
    double[] values =
        StreamSupport.stream(processes.spliterator(), false).mapToDouble(value).sorted().toArray();
    out.append(
        String.format(
            Locale.ROOT,
            "%-22s %8.2f  (%.2f to %.2f)%n",
            name,
            Median.of(Arrays.stream(values)),
            values[0],
            values[values.length - 1]));
  }
}
