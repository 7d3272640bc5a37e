package io.qcpruner.model.backbone.smolvlm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.checkpoint.config.ConfigException;
import io.qcpruner.checkpoint.config.ConfigFiles;
import io.qcpruner.checkpoint.config.ConfigNode;
import io.qcpruner.checkpoint.synthetic.TinyModel;
import io.qcpruner.media.Detail;
import io.qcpruner.media.PictureSettings;
import io.qcpruner.media.RgbImage;
import io.qcpruner.media.internal.draw.Area;
import io.qcpruner.media.video.VideoFrames;
import io.qcpruner.model.backbone.BackboneFamilies;
import io.qcpruner.model.backbone.BackboneSpec;
import io.qcpruner.model.backbone.Visual;
import io.qcpruner.model.backbone.shuffle.SquareViews;
import io.qcpruner.text.Conversation;
import io.qcpruner.text.Segment;
import io.qcpruner.text.Turn;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What SmolVLM reads, and how its views stand in a prompt. */
class SmolVlmFamilyTest {
  private static final String TINY = TinyModel.SMOLVLM.json();

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

  /** The string that the processor of transformers makes, each run of placeholders as a star. */
  @Test
  void tilesStandBehindTheirTags() throws IOException {
    BackboneSpec spec = BackboneFamilies.parse(TINY);
    String mark = "<fake_token_around_image>";
    SquareViews wide = (SquareViews) spec.preparer().picture(image(100, 30));
    assertEquals(2, wide.tileRows());
    assertEquals(4, wide.tileCols());
    assertEquals(
        mark
            + "<row_1_col_1>*"
            + mark
            + "<row_1_col_2>*"
            + mark
            + "<row_1_col_3>*"
            + mark
            + "<row_1_col_4>*\n"
            + mark
            + "<row_2_col_1>*"
            + mark
            + "<row_2_col_2>*"
            + mark
            + "<row_2_col_3>*"
            + mark
            + "<row_2_col_4>*\n\n"
            + mark
            + "<global-img>*"
            + mark,
        text(spec.places(wide)));
    BackboneSpec whole = withPreprocessor("{\"do_image_splitting\":false}");
    Visual one = whole.preparer().picture(image(100, 30));
    Visual low = spec.preparer().picture(image(100, 30), PictureSettings.of(Detail.LOW));
    assertArrayEquals(one.pixels().data(), low.pixels().data());
    assertEquals(mark + "<global-img>*" + mark, text(whole.places(one)));
    assertTrue(whole.fixedPatchCount());
    assertFalse(spec.fixedPatchCount());
    assertEquals(9, whole.nominalPatches());
  }

  @Test
  void framesStandBehindTheirTimes() throws Exception {
    BackboneSpec spec = BackboneFamilies.parse(TINY);
    VideoFrames frames =
        new VideoFrames(Collections.nCopies(3, image(40, 30)), new int[] {0, 1500, 3124}, 3125, 25);
    Visual clip = spec.preparer().clip(frames);
    String view = "<fake_token_around_image><global-img>*<fake_token_around_image>";
    String clipText =
        "You are provided the following series of three frames from a 0:02:05 [H:MM:SS] video.\n"
            + "\nFrame from 00:00:"
            + view
            + "\nFrame from 01:00:"
            + view
            + "\nFrame from 02:04:"
            + view
            + "\n\n";
    assertEquals(clipText, text(spec.places(clip)));
    assertEquals("<|im_start|>User: *Why?<end_of_utterance>\nAssistant:", prompt(spec, clip));
    Visual picture = spec.preparer().picture(image(40, 30));
    assertEquals("<|im_start|>User:*Why?<end_of_utterance>\nAssistant:", prompt(spec, picture));
  }

  private static String prompt(BackboneSpec spec, Visual visual) {
    return text(spec.template(List.of(visual)).segments(Conversation.of(1, "Why?")));
  }

  @Test
  void conversationsHaveOneStart() throws IOException {
    BackboneSpec spec = BackboneFamilies.parse(TINY);
    Visual picture = spec.preparer().picture(image(40, 30));
    Conversation conversation =
        new Conversation(
            "Be brief.",
            List.of(new Turn(1, "", "What is it?", "A bus."), Turn.ask(0, "Which color?")));
    assertEquals(
        "<|im_start|>System: Be brief.<end_of_utterance>\nUser:*What is it?<end_of_utterance>\n"
            + "Assistant: A bus.<end_of_utterance>\nUser: Which color?<end_of_utterance>\nAssistant:",
        text(spec.template(List.of(picture)).segments(conversation)));
  }

  @ParameterizedTest
  @CsvSource({
    "0,0:00:00",
    "59.9,0:00:59",
    "3661,1:01:01",
    "86399,23:59:59",
    "90061,'1 day, 1:01:01'"
  })
  void durationsAreWrittenAsPythonDoes(double seconds, String expected) {
    assertEquals(expected, SmolVlmPlaces.duration(seconds));
  }

  /** As num2words 0.5 writes them. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0|zero",
        "13|thirteen",
        "20|twenty",
        "64|sixty-four",
        "100|one hundred",
        "101|one hundred and one",
        "999|nine hundred and ninety-nine",
        "1000|one thousand",
        "1001|one thousand and one",
        "1100|one thousand, one hundred",
        "1234|one thousand, two hundred and thirty-four",
        "12345|twelve thousand, three hundred and forty-five"
      })
  void countsAreWords(int number, String expected) {
    assertEquals(expected, EnglishNumber.words(number));
  }

  /** Tiles split the picture, and the last group shows all of it. */
  @Test
  void cellsLieOnThePicture() throws IOException {
    BackboneSpec spec = BackboneFamilies.parse(TINY);
    Visual visual = spec.preparer().picture(image(100, 30));
    double cells = 50 / 16.0;
    Area second = visual.geometry(100, 30).area(5, 1, 2); // row 2, column 2 of the tiles
    assertEquals(25 * (1 + 2 / cells), second.x(), 1e-9);
    assertEquals(15 * (1 + 1 / cells), second.y(), 1e-9);
    assertEquals(25 / cells, second.width(), 1e-9);
    Area whole = visual.geometry(100, 30).area(8, 2, 0);
    assertEquals(0, whole.x(), 1e-9);
    assertEquals(30 * 2 / cells, whole.y(), 1e-9);
    assertEquals(100 / cells, whole.width(), 1e-9);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      textBlock =
          """
      "scale_factor":2 | "scale_factor":4 | scale_factor must be a divisor of image_size / patch_size, 6
      "model_type":"smolvlm_vision" | "model_type":"vit" | model_type must be smolvlm_vision
      "text_config":{"model_type":"llama" | "text_config":{"model_type":"qwen2_vl","head_dim":8,"rope_scaling":{"mrope_section":[2,1,1]} | one axis
      "tie_word_embeddings":false,"torch | "use_perceiver":true,"torch | use_perceiver
      "pad_token_id":0 | "qk_layer_norms":true | qk_layer_norms must be false
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
      {"max_image_size":{"longest_edge":64}} | longest_edge must be the tower's image_size 50
      {"do_rescale":false} | do_rescale must be true
      {"size":{"longest_edge":0}} | longest_edge
      """)
  void preprocessorsThatDoNotFitAreNamed(String json, String expected) {
    String message = assertThrows(ConfigException.class, () -> withPreprocessor(json)).getMessage();
    assertTrue(message.contains(expected), message);
  }

  @Test
  void thePreprocessorFileIsObeyed() throws IOException {
    BackboneSpec spec =
        withPreprocessor("{\"size\":{\"longest_edge\":100},\"image_mean\":[0,0,0],\"resample\":3}");
    SquareViews views = (SquareViews) spec.preparer().picture(image(100, 30));
    assertEquals(2, views.tileCols());
    assertEquals(0f, views.pixels().data()[0]);
    assertEquals(List.of("resample is 3, we use 1"), spec.preprocessorDifferences());
  }
}
