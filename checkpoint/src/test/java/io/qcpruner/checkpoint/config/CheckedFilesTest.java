package io.qcpruner.checkpoint.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.checkpoint.synthetic.ModelShape;
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
        new GenerationConfig(List.of(151645, 151643), 1),
        GenerationConfig.read(folder, Family.QWEN2_5_VL));
    write("generation_config.json", "{'eos_token_id':[151645],'repetition_penalty':1.05}");
    assertEquals(
        new GenerationConfig(List.of(151645, 151643), 1.05),
        GenerationConfig.read(folder, Family.LLAVA_VIDEO));
    write("generation_config.json", "{'eos_token_id':7,'repetition_penalty':1.3}");
    assertEquals(
        new GenerationConfig(List.of(7), 1), GenerationConfig.read(folder, Family.LLAVA_1_5));
    write("generation_config.json", "{'repetition_penalty':0}");
    assertThrows(ConfigException.class, () -> GenerationConfig.read(folder, Family.QWEN2_5_VL));
  }

  @Test
  void preprocessorsThatAgreeAreSilent() throws IOException {
    assertEquals(List.of(), differences(ModelShape.LLAVA_1_5_7B));
    write(
        "preprocessor_config.json",
        "{'crop_size':{'height':336,'width':336},"
            + "'image_mean':[0.48145466,0.4578275,0.40821073],"
            + "'image_std':[0.26862954,0.26130258,0.27577711]}");
    assertEquals(List.of(), differences(ModelShape.LLAVA_1_5_7B));
  }

  @Test
  void preprocessorsThatDifferAreReported() throws IOException {
    write(
        "preprocessor_config.json",
        "{'crop_size':{'height':224},'image_mean':[0.5,0.5,0.5],'patch_size':16}");
    List<String> clip = differences(ModelShape.LLAVA_1_5_7B);
    assertTrue(clip.contains("crop_size is 224, the tower takes 336"), clip.toString());
    assertTrue(clip.contains("image_mean is [0.5,0.5,0.5], we use another"), clip.toString());
    List<String> qwen = differences(ModelShape.QWEN2_5_VL_7B);
    assertTrue(qwen.contains("patch_size is 16, we use 14"), qwen.toString());
    assertEquals(
        List.of("crop_size is 224, the tower takes 384"), differences(ModelShape.LLAVA_VIDEO_7B));
  }

  private List<String> differences(ModelShape shape) throws IOException {
    return PreprocessorCheck.differences(folder, ConfigReader.parse(shape.json()));
  }

  private void write(String name, String json) throws IOException {
    Files.writeString(folder.resolve(name), json.replace('\'', '"'));
  }
}
