package io.qcpruner.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.qcpruner.cli.option.StagedFolder;
import io.qcpruner.json.WholeFile;
import io.qcpruner.media.internal.draw.PngFiles;
import io.qcpruner.pocket.question.ClipAsker;
import io.qcpruner.pocket.question.ClipFamily;
import io.qcpruner.pocket.question.ClipSet;
import io.qcpruner.pocket.question.Family;
import io.qcpruner.pocket.question.QuestionGenerator;
import io.qcpruner.pocket.question.QuestionSet;
import io.qcpruner.pocket.question.Split;
import io.qcpruner.pocket.scene.ClipGenerator;
import io.qcpruner.pocket.scene.MovingScene;
import io.qcpruner.pocket.scene.Scene;
import io.qcpruner.pocket.scene.SceneGenerator;
import io.qcpruner.pocket.scene.Seeds;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Draws a picture or clip that the embedded models can be asked about. */
@Command(
    name = "draw",
    description = {
      "Draw a picture or clip for the embedded models, with questions and their answers.",
      "Number N is the N-th of the test split, which training never draws."
    },
    footer = {
      "",
      "Examples:",
      "  qcpruner pocket draw --out scene",
      "  qcpruner ask --model embedded --image scene/scene.png --questions scene/questions.jsonl",
      "  qcpruner pocket draw --clip --number 7 --out clip",
      "  qcpruner ask --model embedded-clips --video clip/frames --questions clip/questions.jsonl"
    },
    mixinStandardHelpOptions = true)
final class PocketDrawCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Option(names = "--clip", description = "Draw a clip: a folder of frames.")
  private boolean clip;

  @Option(
      names = "--number",
      paramLabel = "N",
      defaultValue = "0",
      description = "Which one (default: ${DEFAULT-VALUE}).")
  private long number;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      required = true,
      description = "Folder for scene.png or frames/, questions.jsonl and answers.jsonl.")
  private Path out;

  /** A question about what was drawn. */
  private record Asked(String family, String question, String answer) {}

  @Override
  public Integer call() throws IOException {
    if (number < 0 || number >= Split.SIZE) {
      throw new IllegalArgumentException(
          "--number is 0 to " + (Split.SIZE - 1) + ", not " + number);
    }
    long seed = Split.TEST.seed(number);
    PrintWriter print = spec.commandLine().getOut();
    try (StagedFolder staged = new StagedFolder(out)) {
      List<Asked> asked = clip ? clip(seed, staged.folder()) : picture(seed, staged.folder());
      StringBuilder questions = new StringBuilder();
      StringBuilder answers = new StringBuilder();
      for (Asked a : asked) {
        questions.append(line(a.family, "question", a.question));
        answers.append(line(a.family, "answer", a.answer));
        print.printf("%-10s %s  (%s)%n", a.family, a.question, a.answer);
      }
      WholeFile.write(staged.folder().resolve("questions.jsonl"), questions.toString());
      WholeFile.write(staged.folder().resolve("answers.jsonl"), answers.toString());
      staged.publish();
    }
    print.println((clip ? "frames" : "picture") + " and questions written to " + out);
    return 0;
  }

  private static String line(String id, String field, String text) {
    return JsonNodeFactory.instance.objectNode().put("id", id).put(field, text) + "\n";
  }

  private static List<Asked> picture(long seed, Path folder) throws IOException {
    Scene scene = QuestionSet.scene(new SceneGenerator(), seed);
    write(scene, folder.resolve("scene.png"));
    QuestionGenerator generator = new QuestionGenerator();
    Random random = Seeds.random(seed);
    return Arrays.stream(Family.values())
        .map(f -> generator.ask(f, scene, random))
        .flatMap(Optional::stream)
        .map(q -> new Asked(q.family().label(), q.text(), q.answer()))
        .toList();
  }

  private static List<Asked> clip(long seed, Path folder) throws IOException {
    MovingScene clip = ClipSet.clip(new ClipGenerator(), seed);
    Path frames = Files.createDirectories(folder.resolve("frames"));
    for (int f = 0; f < clip.frames().size(); f++) {
      write(clip.frames().get(f), frames.resolve("%02d.png".formatted(f)));
    }
    ClipAsker asker = new ClipAsker();
    Random random = Seeds.random(seed);
    return Arrays.stream(ClipFamily.values())
        .map(f -> asker.ask(f, clip, random))
        .flatMap(Optional::stream)
        .map(q -> new Asked(q.family().label(), q.text(), q.answer()))
        .toList();
  }

  private static void write(Scene scene, Path file) throws IOException {
    BufferedImage image =
        new BufferedImage(scene.width(), scene.height(), BufferedImage.TYPE_INT_RGB);
    image.setRGB(0, 0, scene.width(), scene.height(), scene.rgb(), 0, scene.width());
    PngFiles.write(image, file);
  }
}
