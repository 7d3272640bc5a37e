package io.qcpruner.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.checkpoint.synthetic.TinyModel;
import io.qcpruner.model.synthetic.TinyFolder;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** Options that are wrong in themselves are refused, whatever else is asked for. */
final class OddCommandLinesTest {

  @TempDir static Path folder;
  private static Path model;
  private static Path image;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeAll
  static void modelAndPicture() throws IOException {
    model = TinyFolder.write(TinyModel.LLAVA, folder.resolve("model"));
    image = folder.resolve("picture.png");
    ImageIO.write(new BufferedImage(40, 30, BufferedImage.TYPE_INT_RGB), "png", image.toFile());
    Files.createDirectory(folder.resolve("empty"));
  }

  private int run(List<String> words) {
    List<String> args = new ArrayList<>();
    for (String word : words) {
      args.add(
          word.replace("MODEL", model.toString())
              .replace("PICTURE", image.toString())
              .replace("FOLDER", folder.toString())
              .replace("''", ""));
    }
    CommandLine line = Main.commandLine();
    line.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    return line.execute(args.toArray(String[]::new));
  }

  /** Without a budget the unpruned model answers: it has no use for these, and they are wrong. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--allocate x | allocate must be",
        "--layer x | layer must be a whole number",
        "--layer -1 | layer must be a whole number, 0 or more",
        "--rho 7 | rho must be a number in [0, 1]",
        "--method full --budget banana | budget \"banana\" is none of",
        "--method random --budget 4 --rho -0.1 | rho must be a number in [0, 1]",
        "--frames -1 | cannot sample -1 frames",
        "--temperature -1 | temperature must be 0 or more",
        "--weights int3 | weights must be stored, half, int8 or int4, not int3",
        "--budget sixtyfour | budget \"sixtyfour\" is none of",
      })
  void aWrongValueIsRefusedAlsoWhereNobodyNeedsIt(String options, String part) {
    List<String> words = new ArrayList<>(List.of("ask", "--model", "MODEL", "--image", "PICTURE"));
    words.addAll(List.of(options.split(" ")));
    words.add("What?");
    assertEquals(2, run(words));
    assertTold(part);
    assertEquals("", out.toString());
  }

  /** The checkpoint does not exist: whoever opened it first would complain about that. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "explain --image PICTURE --budget 4 --from-layer -3 What? | 2 | 0 or more and in order",
        "explain --image PICTURE --budget 4 --from-layer 3 --to-layer 2 What? | 2 | not 3 and 2",
        "explain --image PICTURE --budget 4 --methods qcpruner,bogus What? | 2 | \"bogus\"",
        "explain --image PICTURE --budget 4 --methods '' What? | 2 | a method is NAME",
        "ask --image PICTURE --budget banana What? | 2 | \"banana\"",
        "ask --image PICTURE --top-p 2 What? | 2 | top-p",
        "chat --budget banana | 2 | \"banana\"",
        "trace --image PICTURE --budget banana --out FOLDER/t What? | 2 | \"banana\"",
        "trace --image PICTURE --out FOLDER/empty What? | 1 | FOLDER/empty: is a folder",
        "trace --image PICTURE --out FOLDER/none/t What? | 1 | its folder does not exist",
        "trace --image PICTURE --out '' What? | 1 | \"\": is not a file name",
        "eval --tasks pocket-color --out x --workers 0 | 2 | --workers must be at least 1",
        "eval --tasks pocket-color --out x --threads 0 | 2 | threads must be at least 1",
        "calibrate layer --task pocket-color --save FOLDER/none/c | 1 | its folder does not exist",
        "ask --image PICTURE --max-tokens 0 What? | 2 | --max-tokens must be at least 1, not 0",
        "ask --image PICTURE --max-tokens -5 What? | 2 | --max-tokens must be at least 1, not -5",
        "ask --image FOLDER/nothing.png What? | 1 | nothing.png: no such file or folder",
        "ask --image FOLDER/empty What? | 1 | is a folder, not a picture",
        "ask --video FOLDER/nothing What? | 1 | nothing: no such file or folder",
        "ask --image PICTURE --questions FOLDER/nothing | 1 | nothing: no such file or folder",
        "ask --image PICTURE --questions FOLDER/empty | 1 | FOLDER/empty: is a folder",
        "ask --image PICTURE --weights int3 What? | 2 | not int3",
        "ask --image PICTURE --device tpu What? | 2 | tpu",
        "ask --image PICTURE --clip FOLDER/nothing What? | 1 | nothing: no such file or folder",
        "explain --image FOLDER/nothing.png --budget 4 What? | 1 | nothing.png: no such file",
        "trace --image FOLDER/nothing.png --out FOLDER/t What? | 1 | nothing.png: no such file",
        "chat --image FOLDER/nothing.png | 1 | nothing.png: no such file",
        "eval --tasks pocket-color --out x --methods bogus | 2 | \"bogus\"",
        "eval --tasks pocket-color --out x --budgets banana | 2 | \"banana\"",
        "chat --max-tokens 0 | 2 | --max-tokens must be at least 1, not 0",
        "calibrate layer --task pocket-color --top-k 0 | 2 | --top-k must be at least 1, not 0",
        "calibrate layer --task pocket-color --consensus x | 2 | must be FROM-TO, such as 9-11",
        "calibrate layer --task pocket-color --consensus 3-x | 2 | must be FROM-TO",
        "calibrate layer --task pocket-color --consensus 0-2 | 2 | a range of layers from 1 on",
        "calibrate layer --task pocket-color --consensus 3-2 | 2 | a range of layers from 1 on",
        "calibrate floor --task pocket-color --budget 4 --out x --save FOLDER | 1 | is a folder",
      })
  void whatNeedsNoModelIsRefusedBeforeItIsOpened(String line, int code, String part) {
    List<String> words = new ArrayList<>(List.of(line.split(" ")));
    words.addAll(List.of("--model", "FOLDER/no-model"));
    assertEquals(code, run(words), err::toString);
    assertTold(part);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ask --model '' --image PICTURE What? | 2 | a model is a folder",
        "ask --model MODEL --image '' What? | 1 | neither a path nor an address",
        "explain --model MODEL --image PICTURE --budget 4 --out / What? | 1 | is not a folder name",
        "explain --model MODEL --image PICTURE --budget 4 --out '' What? | 1 | is not a folder name",
        "explain --model MODEL --image PICTURE --budget 4 --to-layer 99 --out FOLDER/x What? |"
            + " 2 | layers 2 to 99: the model has layers 0 to 3",
        "select FOLDER/nothing --budget 4 | 1 | nothing: there is no such file",
      })
  void theMessageNamesWhatIsWrong(String line, int code, String part) {
    assertEquals(code, run(List.of(line.split(" "))), err::toString);
    assertTold(part);
    assertFalse(Files.exists(folder.resolve("x")));
  }

  @ParameterizedTest
  @CsvSource({"--resamples=-1, --exact", "--resamples=0, --baseline=full"})
  void resamplesThatCanNotBeAreRefused(String resamples, String more) {
    assertEquals(2, run(List.of("report", "no-run", resamples, more)));
    assertTold("--resamples must be 0 to 100000, and at least 1 with --baseline");
  }

  /** The tiny model has four layers, and the last has no cues. */
  @ParameterizedTest
  @CsvSource({"2-3", "2-4"})
  void consensusLayersWithoutCuesAreRefusedBeforeTheSamplesAreLookedAt(String consensus) {
    String line = "calibrate layer --model MODEL --task pocket-color --consensus " + consensus;
    assertEquals(2, run(List.of(line.split(" "))), err::toString);
    assertTold("--consensus " + consensus + ": the model has cues at layers 0 to 2");
  }

  /** The run does not exist: whoever read it first would complain about that. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--out PICTURE | 1 | is a file, not a folder",
        "--submissions PICTURE | 1 | is a file, not a folder",
        "--out '' | 1 | is not a folder name",
        "--format pdf | 2 | pdf",
      })
  void aReportThatCanNotBeWrittenIsRefusedBeforeItIsMade(String options, int code, String part) {
    List<String> words = new ArrayList<>(List.of("report", "no-run"));
    words.addAll(List.of(options.split(" ")));
    assertEquals(code, run(words), err::toString);
    assertTold(part);
    assertEquals("", out.toString());
  }

  @Test
  void aLambdaThatIsNoneIsRefusedByEverySelector() {
    assertEquals(2, run(List.of("select", "x", "--budget", "4", "--lambda", "NaN")));
    assertTold("lambda must be in [0, 1], not NaN");
  }

  @Test
  void settingsOfMethodsStandBetweenTheMethodsOfAList() throws IOException {
    Path page = folder.resolve("page");
    String methods = "qcpruner:rho=0.4,keywords=4,random:seed=3@2";
    List<String> words = List.of("explain", "--model", "MODEL", "--image", "PICTURE");
    List<String> all = new ArrayList<>(words);
    all.addAll(List.of("--budget", "4", "--methods", methods, "--json", "--from-layer", "3"));
    all.addAll(List.of("--out", page.toString(), "What?"));
    assertEquals(0, run(all), err::toString);
    assertTrue(out.toString().contains("rho=0.4"), out.toString());
    try (Stream<Path> files = Files.list(page)) {
      assertEquals(2, files.filter(f -> f.getFileName().toString().startsWith("kept-")).count());
    }
    assertFalse(Files.exists(page.resolve("layer-00.png")));
    assertTrue(Files.exists(page.resolve("layer-03.png")));
  }

  private void assertTold(String part) {
    String told = err.toString();
    assertTrue(told.contains(part.replace("FOLDER", folder.toString())), told);
    assertTrue(told.startsWith("qcpruner: "), told);
    assertNotEquals("qcpruner: ", told.strip());
  }
}
