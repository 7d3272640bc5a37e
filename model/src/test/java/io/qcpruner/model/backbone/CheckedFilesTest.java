package io.qcpruner.model.backbone;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.checkpoint.config.ConfigException;
import io.qcpruner.checkpoint.config.GenerationConfig;
import io.qcpruner.media.RgbImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files beside config.json: read, compared, and reported when they differ. */
class CheckedFilesTest {
  @TempDir Path folder;

  @Test
  void generationDefaultsComeFromTheFileAndTheFamily() throws IOException {
    assertEquals(
        new GenerationConfig(List.of(151645, 151643), 1), spec("qwen2.5-vl-7b").generation());
    write("generation_config.json", "{'eos_token_id':[151645],'repetition_penalty':1.05}");
    assertEquals(
        new GenerationConfig(List.of(151645, 151643), 1.05), spec("llava-video-7b").generation());
    write("generation_config.json", "{'eos_token_id':7,'repetition_penalty':1.3}");
    assertEquals(new GenerationConfig(List.of(7), 1), spec("llava-1.5-7b").generation());
    write("generation_config.json", "{'repetition_penalty':0}");
    assertThrows(ConfigException.class, () -> spec("qwen2.5-vl-7b").generation());
  }

  @Test
  void preprocessorsThatAgreeAreSilent() throws IOException {
    assertEquals(List.of(), differences("llava-1.5-7b"));
    write(
        "preprocessor_config.json",
        "{'crop_size':{'height':336,'width':336},"
            + "'image_mean':[0.48145466,0.4578275,0.40821073],"
            + "'image_std':[0.26862954,0.26130258,0.27577711]}");
    assertEquals(List.of(), differences("llava-1.5-7b"));
  }

  @Test
  void preprocessorsThatDifferAreReported() throws IOException {
    write(
        "preprocessor_config.json",
        "{'crop_size':{'height':224},'image_mean':[0.5,0.5,0.5],'patch_size':16}");
    List<String> clip = differences("llava-1.5-7b");
    assertTrue(clip.contains("crop_size is 224, the tower takes 336"), clip.toString());
    assertEquals(1, clip.size(), "mean and deviation are obeyed");
    List<String> qwen = differences("qwen2.5-vl-7b");
    assertTrue(qwen.contains("patch_size is 16, we use 14"), qwen.toString());
    assertEquals(List.of("crop_size is 224, the tower takes 384"), differences("llava-video-7b"));
  }

  /** The tower's own constants, or what the checkpoint's file says. */
  @Test
  void meanAndDeviationComeFromTheCheckpoint() throws IOException {
    assertEquals((0 - 0.48145466f) / 0.26862954f, firstPixel("llava-1.5-7b"), 1e-6f);
    assertEquals(-1f, firstPixel("llava-video-7b"), 1e-6f);
    write("preprocessor_config.json", "{'image_mean':[0.25,0,0],'image_std':[0.5,1,1]}");
    assertEquals(-0.5f, firstPixel("llava-1.5-7b"), 1e-6f);
    assertEquals(-0.5f, firstPixel("llava-next-7b"), 1e-6f);
    assertEquals(-0.5f, firstPixel("llava-video-7b"), 1e-6f);
    write("preprocessor_config.json", "{'image_std':[0.5,0,1]}");
    assertThrows(ConfigException.class, () -> spec("llava-1.5-7b"));
  }

  private float firstPixel(String shape) throws IOException {
    RgbImage black = RgbImage.filled(20, 20, 0, 0, 0);
    return spec(shape).preparer().picture(black).pixels().data()[0];
  }

  private List<String> differences(String shape) throws IOException {
    return spec(shape).preprocessorDifferences();
  }

  private BackboneSpec spec(String shape) throws IOException {
    write("config.json", BackboneFamilies.shape(shape).json());
    return BackboneFamilies.read(folder);
  }

  private void write(String name, String json) throws IOException {
    Files.writeString(folder.resolve(name), json.replace('\'', '"'));
  }
}
