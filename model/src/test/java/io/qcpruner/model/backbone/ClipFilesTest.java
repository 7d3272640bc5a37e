package io.qcpruner.model.backbone;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.checkpoint.config.ConfigException;
import io.qcpruner.checkpoint.synthetic.TinyModel;
import io.qcpruner.media.MediaException;
import io.qcpruner.media.RgbImage;
import io.qcpruner.media.video.VideoFrames;
import io.qcpruner.model.backbone.qwen.PatchBlocks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What {@code video_preprocessor_config.json} says about clips, and does not say about pictures.
 */
class ClipFilesTest {
  private static final RgbImage BLACK = RgbImage.filled(320, 240, 0, 0, 0);

  @TempDir Path folder;

  private VisualPreparer preparer(TinyModel model, String video) throws IOException {
    Files.writeString(folder.resolve("config.json"), model.json());
    Files.writeString(folder.resolve("video_preprocessor_config.json"), video);
    return BackboneFamilies.read(folder).preparer();
  }

  private static VideoFrames clip() {
    return new VideoFrames(List.of(BLACK, BLACK), new int[] {0, 12}, 24, 24);
  }

  @ParameterizedTest
  @EnumSource(
      value = TinyModel.class,
      names = {"ONEVISION", "VIDEO", "QWEN3", "SMOLVLM", "INTERNVL"})
  void meanAndDeviation(TinyModel model) throws IOException {
    VisualPreparer preparer =
        preparer(model, "{\"image_mean\":[0.25,0.25,0.25],\"image_std\":[0.125,1,1]}");
    assertEquals(-2f, preparer.clip(clip()).pixels().data()[0]);
    if (model != TinyModel.VIDEO) {
      assertNotEquals(-2f, preparer.picture(BLACK).pixels().data()[0], "a picture has its own");
    }
  }

  @Test
  void areasOfQwen2() throws IOException {
    int unit = 28 * 28;
    String limits = "{\"min_pixels\":" + 4 * unit + ",\"max_pixels\":" + 12 * unit + "}";
    VisualPreparer preparer = preparer(TinyModel.QWEN2, limits);
    assertTrue(blocks(preparer.clip(clip())) <= 12);
    assertTrue(blocks(preparer.picture(BLACK)) > 60, "11 x 9 blocks");
  }

  @Test
  void areasOfQwen3CountAllFrames() throws IOException {
    int unit = 32 * 32;
    VisualPreparer preparer =
        preparer(
            TinyModel.QWEN3,
            "{\"size\":{\"shortest_edge\":" + unit + ",\"longest_edge\":" + 40 * unit + "}}");
    // two frames in one slice: at most 20 blocks of each
    assertTrue(blocks(preparer.clip(clip())) <= 20);
    assertTrue(blocks(preparer.picture(BLACK)) > 60, "10 x 8 blocks");
  }

  private static int blocks(Visual visual) {
    var patches = ((PatchBlocks) visual).patches();
    return patches.gridHeight() * patches.gridWidth() / 4;
  }

  /** Frames are made large and then small again, so the way leaves traces in the pixels. */
  @Test
  void longestEdgeOfSmolVlm() throws IOException, MediaException {
    byte[] rgb = new byte[3 * 90 * 60];
    new java.util.Random(3).nextBytes(rgb);
    RgbImage noise = new RgbImage(90, 60, rgb);
    VideoFrames frames = new VideoFrames(List.of(noise), new int[] {0}, 24, 24);
    float[] usual = preparer(TinyModel.SMOLVLM, "{}").clip(frames).pixels().data();
    float[] small =
        preparer(TinyModel.SMOLVLM, "{\"size\":{\"longest_edge\":50}}")
            .clip(frames)
            .pixels()
            .data();
    float[] sampled =
        preparer(TinyModel.SMOLVLM, "{\"video_sampling\":{\"video_size\":{\"longest_edge\":50}}}")
            .clip(frames)
            .pixels()
            .data();
    assertTrue(java.util.Arrays.mismatch(usual, small) >= 0, "another way to the same size");
    assertEquals(-1, java.util.Arrays.mismatch(small, sampled));
  }

  @Test
  void sizesThatTheTowerDoesNotTakeAreRefused() {
    String message =
        assertThrows(
                ConfigException.class,
                () -> preparer(TinyModel.INTERNVL, "{\"size\":{\"height\":40,\"width\":48}}"))
            .getMessage();
    assertTrue(message.contains("video_preprocessor_config.json"), message);
    message =
        assertThrows(
                ConfigException.class,
                () -> preparer(TinyModel.SMOLVLM, "{\"max_image_size\":{\"longest_edge\":64}}"))
            .getMessage();
    assertTrue(message.contains("video_preprocessor_config.json"), message);
  }
}
