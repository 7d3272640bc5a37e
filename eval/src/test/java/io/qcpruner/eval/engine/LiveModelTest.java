package io.qcpruner.eval.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.checkpoint.synthetic.TinyModel;
import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.core.utility.Utility;
import io.qcpruner.eval.calibrate.LayerStability;
import io.qcpruner.eval.data.Media;
import io.qcpruner.eval.run.Answer;
import io.qcpruner.eval.run.EvalModel;
import io.qcpruner.eval.task.Sample;
import io.qcpruner.media.video.FrameSampling;
import io.qcpruner.model.VisionLanguageModel;
import io.qcpruner.model.synthetic.TinyFolder;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Real models, tiny and random, behind the evaluation's interface. */
class LiveModelTest {

  private static final MethodSpec HALF = MethodSpec.parse("qcpruner:keywords=2@4");

  @TempDir Path folder;

  private LiveModel open(TinyModel which) throws IOException {
    return open(which, false);
  }

  private LiveModel open(TinyModel which, boolean sharing) throws IOException {
    Path checkpoint = TinyFolder.write(which, folder.resolve("model"));
    return new LiveModel(
        VisionLanguageModel.open(checkpoint),
        "tiny",
        checkpoint,
        new FrameSampling(3, true),
        sharing);
  }

  private Sample sample(TinyModel which) throws IOException {
    String prompt = "What color is the bus on the left?\nAnswer with one word.";
    if (which != TinyModel.VIDEO) {
      return Sample.of("1", 0, prompt, new Media.Embedded("p", () -> png(1)));
    }
    Path frames = Files.createDirectories(folder.resolve("frames"));
    for (int i = 0; i < 4; i++) {
      Files.write(frames.resolve(i + ".png"), png(i));
    }
    return Sample.of("1", 0, prompt, new Media.FrameFolder(frames));
  }

  @ParameterizedTest
  @EnumSource(TinyModel.class)
  void answersCountsAndCuesOfEveryFamily(TinyModel which) throws IOException {
    try (EvalModel model = open(which);
        EvalModel.Loaded loaded = model.load(sample(which))) {
      MethodSpec setting = which == TinyModel.VIDEO ? MethodSpec.parse("qcpruner@6") : HALF;
      Answer full = loaded.answer(MethodSpec.FULL, 3);
      Answer pruned = loaded.answer(setting, 3);
      assertEquals(full.visualTokens(), full.keptTokens());
      assertEquals(Integer.parseInt(setting.budgetText()), pruned.keptTokens());
      assertTrue(pruned.completionTokens() <= 3);
      double fullCost = model.card().decoder().measured(full.rowsPerLayer());
      assertTrue(model.card().decoder().measured(pruned.rowsPerLayer()) < fullCost);
      assertTrue(pruned.ms().get("prefill") > 0);
      assertEquals(false, pruned.anchors().isEmpty());

      List<Utility> cues = loaded.cues();
      assertEquals(model.card().decoder().layers() - 1, cues.size());
      assertEquals(full.visualTokens(), cues.get(0).utility().length);
      int[] range = LayerStability.defaultConsensus(model.card().decoder().layers());
      LayerStability stability = new LayerStability(range[0], range[1], 4);
      stability.add(cues);
      assertEquals(range[1], stability.agreements().size());
    }
  }

  /** Shallow hooks first, so that deeper ones go on from them; the answers are those without. */
  @Test
  void settingsThatShareLayersAnswerInTheirOrder() throws IOException {
    List<MethodSpec> given =
        Stream.of("full", "qcpruner:layer=2@4", "fastv:layer=1@4", "divprune@4", "dart:layer=2@6")
            .map(MethodSpec::parse)
            .toList();
    List<String> alone = new ArrayList<>();
    try (LiveModel model = open(TinyModel.LLAVA);
        EvalModel.Loaded loaded = model.load(sample(TinyModel.LLAVA))) {
      assertEquals(given, model.inSharingOrder(given));
      given.forEach(setting -> alone.add(loaded.answer(setting, 6).text()));
    }
    try (LiveModel model = open(TinyModel.LLAVA, true);
        EvalModel.Loaded loaded = model.load(sample(TinyModel.LLAVA))) {
      List<MethodSpec> order = model.inSharingOrder(given);
      assertEquals(
          List.of("divprune@4", "fastv:layer=1@4", "qcpruner:layer=2@4", "dart:layer=2@6", "full"),
          order.stream().map(MethodSpec::toString).toList());
      for (MethodSpec setting : order) {
        assertEquals(alone.get(given.indexOf(setting)), loaded.answer(setting, 6).text());
      }
    }
  }

  @Test
  void keywordCountReachesTheAnchors() throws IOException {
    try (EvalModel model = open(TinyModel.LLAVA);
        EvalModel.Loaded loaded = model.load(sample(TinyModel.LLAVA))) {
      assertEquals(2, loaded.answer(HALF, 1).anchors().size());
    }
  }

  @Test
  void strippedSuffixesGiveNoKeywords() throws IOException {
    String prompt = "What color is the bus?\nAnswer the question using a single word or phrase.";
    Sample sample = Sample.of("1", 0, prompt, new Media.Embedded("p", () -> png(1)));
    try (EvalModel model = open(TinyModel.LLAVA);
        EvalModel.Loaded loaded = model.load(sample)) {
      MethodSpec stripped = MethodSpec.parse("qcpruner:suffix=strip@4");
      assertTrue(loaded.answer(MethodSpec.parse("qcpruner@4"), 1).anchors().contains("phrase"));
      assertEquals(Set.of("color", "bus"), Set.copyOf(loaded.answer(stripped, 1).anchors()));
    }
  }

  @Test
  void impossibleSettingsAreRefusedBeforeTheRun() throws IOException {
    try (LiveModel model = open(TinyModel.LLAVA)) {
      for (String wrong :
          List.of(
              "nosuch@4",
              "qcpruner:colour=red@4",
              "qcpruner:rho=7@4",
              "qcpruner:keywords=x@4",
              "fastvid@4",
              "sparsevlm@1",
              "qcpruner@many")) {
        assertThrows(
            IllegalArgumentException.class,
            () -> model.require(List.of(MethodSpec.parse(wrong))),
            wrong);
      }
      model.require(List.of(MethodSpec.FULL, HALF));
    }
  }

  private static byte[] png(int seed) throws IOException {
    BufferedImage image = new BufferedImage(80, 60, BufferedImage.TYPE_INT_RGB);
    Random random = new Random(seed);
    for (int y = 0; y < 60; y++) {
      for (int x = 0; x < 80; x++) {
        image.setRGB(x, y, random.nextInt(1 << 24));
      }
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ImageIO.write(image, "png", out);
    return out.toByteArray();
  }
}
