package io.qcpruner.model.backbone.qwen2vl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.checkpoint.config.ConfigException;
import io.qcpruner.checkpoint.config.DecoderConfig;
import io.qcpruner.media.Detail;
import io.qcpruner.media.PictureSettings;
import io.qcpruner.media.RgbImage;
import io.qcpruner.model.backbone.BackboneFamilies;
import io.qcpruner.model.backbone.VisualPreparer;
import io.qcpruner.model.backbone.qwen.PatchBlocks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What Qwen2-VL reads, and the sizes that its pictures get. */
class Qwen2VlFamilyTest {
  private static final String FLAT =
      """
      {'model_type':'qwen2_vl','hidden_size':1536,'intermediate_size':8960,
       'num_hidden_layers':28,'num_attention_heads':12,'num_key_value_heads':2,
       'rms_norm_eps':1e-06,'rope_theta':1000000.0,'max_position_embeddings':32768,
       'tie_word_embeddings':true,'use_sliding_window':false,'sliding_window':32768,
       'max_window_layers':28,'vocab_size':151936,
       'rope_scaling':{'type':'mrope','mrope_section':[16,24,24]},
       'vision_config':{'depth':32,'embed_dim':1280,'mlp_ratio':4,'num_heads':16,'in_chans':3,
        'hidden_size':1536,'patch_size':14,'spatial_merge_size':2,'spatial_patch_size':14,
        'temporal_patch_size':2}}""";

  @TempDir Path folder;

  @Test
  void theTowersWidthIsNotItsHiddenSize() throws IOException {
    Qwen2VlSpec spec = read(FLAT);
    DecoderConfig d = spec.config().decoder();
    assertEquals(1536, d.hiddenSize());
    assertTrue(d.tiedHead());
    assertEquals(1280, spec.vision().width());
    assertEquals(5120, spec.vision().intermediateSize());
    assertEquals(1536, spec.vision().outWidth());
    assertEquals(7, spec.methodFacts().hookLayer());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
      'hidden_size':1536,'patch | 'hidden_size':1535,'patch | vision_config.hidden_size 1535 differs
      'num_heads':16            | 'num_heads':13            | embed_dim must be a multiple of four
      'mlp_ratio':4             | 'mlp_ratio':2.5           | mlp_ratio
      'in_chans':3              | 'in_chans':1              | in_chans must be 3
      'depth':32                | 'window_size':112         | window_size
      """)
  void whatDoesNotFitIsNamed(String from, String to, String expected) {
    String message =
        assertThrows(ConfigException.class, () -> read(FLAT.replace(from, to))).getMessage();
    assertTrue(message.contains(expected), message);
  }

  /** Sizes of transformers' smart_resize at the file's limits and ours. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
      640  | 480  | ""                                               | 34 | 46
      4000 | 3000 | ""                                               | 60 | 82
      20   | 20   | ""                                               | 4  | 4
      20   | 20   | 'min_pixels':100352                              | 24 | 24
      640  | 480  | 'max_pixels':50176                               | 12 | 18
      640  | 480  | 'size':{'shortest_edge':3136,'longest_edge':50176} | 12 | 18
      4000 | 3000 | 'max_pixels':12845056                            | 62 | 82
      """)
  void picturesKeepTheirShapeWithinLimits(
      int width, int height, String fields, int rows, int columns) throws Exception {
    Files.writeString(folder.resolve("config.json"), FLAT.replace('\'', '"'));
    Files.writeString(
        folder.resolve("preprocessor_config.json"), "{" + fields.replace('\'', '"') + "}");
    VisualPreparer preparer = BackboneFamilies.read(folder).preparer();
    PatchBlocks blocks =
        (PatchBlocks) preparer.picture(new RgbImage(width, height, new byte[3 * width * height]));
    assertEquals(rows, blocks.patches().gridHeight());
    assertEquals(columns, blocks.patches().gridWidth());
  }

  /** High is the file's own limit, low at most 256 tokens, whatever the file's lower limit is. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
      AUTO | 4000 | 3000 | 'max_pixels':12845056                     | 62  | 82
      HIGH | 4000 | 3000 | 'max_pixels':12845056                     | 214 | 286
      LOW  | 4000 | 3000 | 'max_pixels':12845056                     | 26  | 36
      LOW  | 640  | 480  | 'max_pixels':50176                        | 12  | 18
      LOW  | 640  | 480  | 'min_pixels':401408,'max_pixels':12845056 | 26  | 36
      """)
  void detailChangesTheLimits(
      Detail detail, int width, int height, String fields, int rows, int columns) throws Exception {
    Files.writeString(folder.resolve("config.json"), FLAT.replace('\'', '"'));
    Files.writeString(
        folder.resolve("preprocessor_config.json"), "{" + fields.replace('\'', '"') + "}");
    RgbImage picture = new RgbImage(width, height, new byte[3 * width * height]);
    PatchBlocks blocks =
        (PatchBlocks)
            BackboneFamilies.read(folder).preparer().picture(picture, PictureSettings.of(detail));
    assertEquals(rows, blocks.patches().gridHeight());
    assertEquals(columns, blocks.patches().gridWidth());
  }

  @Test
  void limitsThatContradictEachOtherAreRefused() throws IOException {
    Files.writeString(folder.resolve("config.json"), FLAT.replace('\'', '"'));
    Files.writeString(
        folder.resolve("preprocessor_config.json"), "{\"min_pixels\":9000,\"max_pixels\":4000}");
    String message =
        assertThrows(ConfigException.class, () -> BackboneFamilies.read(folder)).getMessage();
    assertTrue(message.contains("max_pixels must be at least 9000"), message);
  }

  private static Qwen2VlSpec read(String json) throws IOException {
    return (Qwen2VlSpec) BackboneFamilies.parse(json.replace('\'', '"'));
  }
}
