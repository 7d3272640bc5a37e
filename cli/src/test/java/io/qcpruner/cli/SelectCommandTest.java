package io.qcpruner.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.qcpruner.checkpoint.weights.NumberType;
import io.qcpruner.checkpoint.weights.SafetensorsWriter;
import io.qcpruner.checkpoint.weights.TensorSpec;
import io.qcpruner.core.select.Selectors;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command on the input of section 9 of the baseline specification, and on broken files. */
class SelectCommandTest {

  private static final float[] H = {3, -2, 2, 2, -2, -2, -1, 1, -1, 1, 2, 4, -1, 1, 1, 4, 1, 2};
  private static final float[] U = {.766957f, .642420f, 0, .902095f, .694614f, .999999f};
  private static final float[] ANCHORS = {
    .950654f, .522233f, -.870388f, .328976f, -.522233f, .855337f, .824621f, -.115470f, -.808290f,
    .829228f, .115470f, .872872f
  };

  @TempDir Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void coverageWithExplanation() throws IOException {
    JsonNode json = select("--budget", "3", "--explain");
    assertArrayEquals(new int[] {1, 3, 5}, ints(json.get("kept")));
    assertArrayEquals(new int[] {5, 3, 1}, ints(json.get("order")));
    assertEquals(3.189485, json.get("objective").asDouble(), 1e-5);
    assertEquals(2.250614, json.get("gains").get(0).asDouble(), 1e-5);
    assertTrue(json.get("upperBound").asDouble() >= json.get("objective").asDouble());
    assertTrue(json.get("quality").asText().startsWith("within "), json.toString());
  }

  @Test
  void everySelectorAnswers() throws IOException {
    for (String choice : Selectors.names()) {
      JsonNode json = select("-b", "50%", "--selector", choice);
      assertEquals(choice, json.get("selector").asText());
      assertEquals(3, json.get("kept").size(), choice);
    }
  }

  @Test
  void tiledAndStochastic() throws IOException {
    int[] tiled = ints(select("-b", "3", "--tiled").get("order"));
    assertArrayEquals(new int[] {5, 3, 1}, tiled);
    assertEquals(3, select("-b", "3", "--stochastic", "0.2").get("count").asInt());
  }

  @Test
  void fewestTokensForAShare() throws IOException {
    JsonNode json = select("-b", "auto:0.9");
    double full = select("-b", "6").get("objective").asDouble();
    assertTrue(json.get("objective").asDouble() >= 0.9 * full);
    int fewer = json.get("count").asInt() - 1;
    assertTrue(select("-b", "" + fewer).get("objective").asDouble() < 0.9 * full);
  }

  @Test
  void wrongUsage() throws IOException {
    Path file = sample();
    assertEquals(2, run(file.toString()));
    assertEquals(2, run(file.toString(), "-b", "0"));
    assertEquals(2, run(file.toString(), "-b", "3", "--rho", "2"));
    assertEquals(2, run(file.toString(), "-b", "3", "--selector", "best"));
    assertEquals(2, run(file.toString(), "-b", "auto:0.5", "--selector", "mmr"));
    assertEquals(2, run(file.toString(), "-b", "3", "--tiled", "--selector", "dpp"));
  }

  @Test
  void brokenFilesAreOneClearLine() throws IOException {
    byte[] good = Files.readAllBytes(sample());
    refused("truncated", Arrays.copyOf(good, good.length - 5), "truncated");
    refused("short", new byte[] {1, 2, 3}, "too short");
    refused(
        "integers",
        file("{'features':{'dtype':'I32','shape':[2,1],'data_offsets':[0,8]}}", 8),
        "features is I32, not a float type");
    refused(
        "bits",
        file("{'affinity':{'dtype':'BOOL','shape':[2,2],'data_offsets':[0,4]}}", 4),
        "affinity is BOOL, not a float type");
    byte[] huge = good.clone();
    ByteBuffer.wrap(huge).order(ByteOrder.LITTLE_ENDIAN).putLong(0, good.length + 100L);
    refused("header", huge, "header length");
    refused(
        "overlap",
        file(
            "{'a':{'dtype':'F32','shape':[2],'data_offsets':[0,8]},"
                + "'features':{'dtype':'F32','shape':[1,1],'data_offsets':[4,8]}}",
            8),
        "overlap");
    refused(
        "range",
        file("{'features':{'dtype':'F32','shape':[1,4],'data_offsets':[0,16]}}", 8),
        "truncated");
    refused(
        "size",
        file("{'features':{'dtype':'F32','shape':[3,4],'data_offsets':[0,8]}}", 8),
        "features");
    refused(
        "shape",
        file("{'features':{'dtype':'F32','shape':[2],'data_offsets':[0,8]}}", 8),
        "shape [2]");
    refused(
        "square",
        file("{'affinity':{'dtype':'F32','shape':[1,2],'data_offsets':[0,8]}}", 8),
        "not square");
    refused("none", file("{'x':{'dtype':'F32','shape':[2],'data_offsets':[0,8]}}", 8), "neither");
    refused(
        "empty",
        file("{'features':{'dtype':'F32','shape':[0,4],'data_offsets':[0,0]}}", 0),
        "features");
    refused("json", file("{'features':", 8), "JSON");
  }

  @Test
  void badValuesAreNamed() throws IOException {
    float[] nan = H.clone();
    nan[4] = Float.NaN;
    refused("nan", Files.readAllBytes(write("n", nan, U)), "features row 1, column 1 is NaN");
    float[] high = U.clone();
    high[2] = 3;
    refused("utility", Files.readAllBytes(write("u", H, high)), "utility 2 is 3.0");
    refused("count", Files.readAllBytes(write("c", H, new float[4])), "utility is for 4 tokens");
    assertEquals(1, run(folder.resolve("missing").toString(), "-b", "3"));
    assertTrue(err.toString().contains("no such file"), err.toString());
  }

  private void refused(String name, byte[] bytes, String part) throws IOException {
    Path file = folder.resolve(name + ".bad");
    Files.write(file, bytes);
    assertEquals(1, run(file.toString(), "-b", "3"), name);
    String message = err.toString();
    assertEquals(1, message.lines().count(), message);
    assertTrue(message.contains(part) && message.contains(name + ".bad"), message);
  }

  /** A file with that header, quotes written as apostrophes, and so many bytes of data. */
  private static byte[] file(String header, int dataBytes) {
    byte[] json = header.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    ByteBuffer file =
        ByteBuffer.allocate(8 + json.length + dataBytes).order(ByteOrder.LITTLE_ENDIAN);
    return file.putLong(json.length).put(json).array();
  }

  private Path sample() throws IOException {
    return write("sample", H, U);
  }

  private Path write(String name, float[] features, float[] utility) throws IOException {
    Path path = folder.resolve(name + ".safetensors");
    try (SafetensorsWriter writer =
        new SafetensorsWriter(
            path,
            List.of(
                new TensorSpec("features", NumberType.F32, 6, 3),
                new TensorSpec("utility", NumberType.F32, utility.length),
                new TensorSpec("anchor_cosine", NumberType.F32, 2, 6)))) {
      writer.floats(features).floats(utility).floats(ANCHORS).finish();
    }
    return path;
  }

  @Test
  void peopleReadTheIndicesFirst() throws IOException {
    JsonNode same = select("--budget", "2");
    assertEquals(0, run(sample().toString(), "--budget", "2"), err.toString());
    String first = out.toString().lines().findFirst().orElseThrow();
    assertEquals(
        first,
        java.util.Arrays.stream(ints(same.get("kept")))
            .mapToObj(Integer::toString)
            .collect(java.util.stream.Collectors.joining(" ")));
    assertTrue(out.toString().contains("coverage kept 2 of"), out.toString());
  }

  private JsonNode select(String... arguments) throws IOException {
    String[] all = new String[arguments.length + 2];
    all[0] = sample().toString();
    all[1] = "--json";
    System.arraycopy(arguments, 0, all, 2, arguments.length);
    assertEquals(0, run(all), err.toString());
    return new ObjectMapper().readTree(out.toString());
  }

  private int run(String... arguments) {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    String[] all = new String[arguments.length + 1];
    all[0] = "select";
    System.arraycopy(arguments, 0, all, 1, arguments.length);
    return Main.commandLine()
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(all);
  }

  private static int[] ints(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false).mapToInt(JsonNode::asInt).toArray();
  }
}
