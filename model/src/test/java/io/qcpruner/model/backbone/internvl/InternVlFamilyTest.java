package io.qcpruner.model.backbone.internvl;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.checkpoint.config.ConfigException;
import io.qcpruner.checkpoint.config.ConfigFiles;
import io.qcpruner.checkpoint.config.ConfigNode;
import io.qcpruner.checkpoint.synthetic.CheckpointRecipe;
import io.qcpruner.checkpoint.synthetic.NameLayout;
import io.qcpruner.checkpoint.synthetic.TinyModel;
import io.qcpruner.media.Detail;
import io.qcpruner.media.PictureSettings;
import io.qcpruner.media.RgbImage;
import io.qcpruner.media.video.VideoFrames;
import io.qcpruner.model.backbone.BackboneCheckpoint;
import io.qcpruner.model.backbone.BackboneFamilies;
import io.qcpruner.model.backbone.BackboneSpec;
import io.qcpruner.model.backbone.Visual;
import io.qcpruner.model.backbone.shuffle.SquareViews;
import io.qcpruner.model.synthetic.GeneratedCheckpoint;
import io.qcpruner.text.Conversation;
import io.qcpruner.text.Segment;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What InternVL reads, and how its views stand in a prompt. */
class InternVlFamilyTest {
  private static final String TINY = TinyModel.INTERNVL.json();

  @TempDir Path folder;

  private static RgbImage image(int width, int height) {
    return new RgbImage(width, height, new byte[3 * width * height]);
  }

  private static BackboneSpec withPreprocessor(String json) throws IOException {
    ConfigFiles files = ConfigFiles.parse(TINY);
    ConfigNode node =
        ConfigNode.parse(
            Path.of("preprocessor_config.json"), json.getBytes(StandardCharsets.UTF_8));
    return BackboneFamilies.read(
        new ConfigFiles(
            files.config(),
            Optional.of(node),
            files.video(),
            files.generation(),
            files.tower(),
            files.storedTowerLayers()));
  }

  private static String text(List<Segment> segments) {
    return segments.stream()
        .map(s -> s.equals(Segment.visual()) ? "*" : s.text())
        .collect(Collectors.joining());
  }

  @Test
  void viewsStandInOneRunAndFramesOnLines() throws IOException {
    BackboneSpec spec = BackboneFamilies.parse(TINY);
    Visual wide = spec.preparer().picture(image(100, 30));
    assertEquals(4, ((SquareViews) wide).views(), "three tiles and the whole");
    assertEquals("<img>*</img>", text(spec.places(wide)));
    VideoFrames frames =
        new VideoFrames(List.of(image(40, 30), image(40, 30)), new int[] {0, 24}, 50, 25);
    Visual clip = spec.preparer().clip(frames);
    assertEquals("Frame1: <img>*</img>\nFrame2: <img>*</img>", text(spec.places(clip)));
    assertEquals(
        "<|im_start|>user\n*\nWhy?<|im_end|>\n<|im_start|>assistant\n",
        text(spec.template().segments(Conversation.of(1, "Why?"))));
  }

  /** Fewer tiles than published files allow. */
  @Test
  void thePreprocessorFileIsObeyed() throws IOException {
    BackboneSpec spec = withPreprocessor("{\"max_patches\":1,\"image_std\":[1,1,1]}");
    SquareViews one = (SquareViews) spec.preparer().picture(image(100, 30));
    assertEquals(1, one.views());
    assertEquals(-0.485f, one.pixels().data()[0]);
    assertTrue(spec.fixedPatchCount());
    assertEquals(9, spec.nominalPatches());
    PictureSettings low = PictureSettings.of(Detail.LOW);
    SquareViews same =
        (SquareViews)
            withPreprocessor("{\"image_std\":[1,1,1]}").preparer().picture(image(100, 30), low);
    assertArrayEquals(one.pixels().data(), same.pixels().data());
    assertFalse(BackboneFamilies.parse(TINY).fixedPatchCount());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      textBlock =
          """
      "downsample_ratio":0.5 | "downsample_ratio":0.25 | downsample_ratio must be 1 / n with n a divisor of image_size / patch_size, 6
      "norm_type":"layer_norm" | "norm_type":"rms_norm" | norm_type must be "layer_norm"
      "use_qk_norm":false | "use_qk_norm":true | use_qk_norm must be false
      "image_size":[48,48] | "image_size":[48,56] | image_size must be a side or two equal ones
      "vision_feature_layer":-1 | "vision_feature_layer":-2 | vision_feature_layer must be -1
      "model_type":"internvl" | "model_type":"internvl_chat" | whose name ends in -hf
      """)
  void whatDoesNotFitIsNamed(String from, String to, String expected) {
    assertTrue(TINY.contains(from), from);
    String message =
        assertThrows(ConfigException.class, () -> BackboneFamilies.parse(TINY.replace(from, to)))
            .getMessage();
    assertTrue(message.contains(expected), message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      textBlock =
          """
      {"size":{"height":56,"width":48}} | height must be the tower's image_size 48
      {"do_normalize":false} | do_normalize must be true
      {"min_patches":5,"max_patches":4} | max_patches must be between min_patches 5 and 100
      """)
  void preprocessorsThatDoNotFitAreNamed(String json, String expected) {
    String message = assertThrows(ConfigException.class, () -> withPreprocessor(json)).getMessage();
    assertTrue(message.contains(expected), message);
  }

  /** Files may hold a head of their own and say nothing about it. */
  @Test
  void aStoredHeadCountsUnlessTheFileSaysTied() throws IOException {
    GeneratedCheckpoint.write(CheckpointRecipe.of(TINY, NameLayout.D), folder);
    Path config = folder.resolve("config.json");
    String json = Files.readString(config);
    String silent = json.replaceFirst("\"tie_word_embeddings\" : false,", "");
    assertFalse(silent.equals(json));
    Files.writeString(config, silent);
    assertFalse(tied());
    Files.writeString(config, json.replaceFirst("(tie_word_embeddings\" : )false", "$1true"));
    assertTrue(tied());
    // without a stored head the table serves, as transformers has it by default
    assertTrue(
        BackboneFamilies.parse(TINY.replaceFirst("\"tie_word_embeddings\":false,", ""))
            .config()
            .decoder()
            .tiedHead());
  }

  private boolean tied() throws IOException {
    try (BackboneCheckpoint open = BackboneCheckpoint.open(folder)) {
      return open.spec().config().decoder().tiedHead();
    }
  }

  /** Every patch once, blocks in raster order. */
  @Test
  void blocksAreOfNeighbouringPatches() throws IOException {
    BackboneSpec spec = BackboneFamilies.parse(TINY);
    int[] order = ((InternVlSpec) spec).shuffle().order();
    assertEquals(36, Arrays.stream(order).distinct().count());
    assertArrayEquals(new int[] {0, 1, 6, 7, 2, 3, 8, 9}, Arrays.copyOf(order, 8));
    assertArrayEquals(new int[] {28, 29, 34, 35}, Arrays.copyOfRange(order, 32, 36));
  }
}
