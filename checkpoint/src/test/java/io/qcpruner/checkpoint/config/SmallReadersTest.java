package io.qcpruner.checkpoint.config;

import static io.qcpruner.checkpoint.config.Configs.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.qcpruner.checkpoint.config.VitConfig.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Towers, text encoders, generation and preprocessing settings. */
class SmallReadersTest {

  @ParameterizedTest
  @CsvSource({
    "clip_vision_model, CLIP, 32, 1e-5, QUICK_GELU",
    "clip, CLIP, 32, 1e-5, QUICK_GELU",
    "siglip_vision_model, SIGLIP, 16, 1e-6, GELU_TANH",
    "siglip, SIGLIP, 16, 1e-6, GELU_TANH"
  })
  void anEmptyTowerHasTheDefaultsOfItsType(
      String type, Kind kind, int patch, double eps, HiddenActivation activation)
      throws IOException {
    assertEquals(
        new VitConfig(kind, 768, 3072, 12, 12, 12, 224, patch, eps, activation),
        VisionReader.vit(Configs.of("{'model_type':'" + type + "'}"), -1));
    assertEquals(224 / patch, VisionReader.vit(tower("'model_type':'" + type + "'"), -1).grid());
  }

  @Test
  void fieldsOfATowerReplaceTheDefaults() throws IOException {
    assertEquals(
        new VitConfig(Kind.CLIP, 32, 64, 5, 4, 4, 28, 14, 0.5, HiddenActivation.RELU),
        VisionReader.vit(
            tower(
                "'hidden_size':32,'intermediate_size':64,'num_hidden_layers':5,"
                    + "'num_attention_heads':4,'image_size':28,'patch_size':14,"
                    + "'layer_norm_eps':0.5,'hidden_act':'relu'"),
            -2));
  }

  /** Twelve layers: -1 is the last output, 1 the first; 0 would be the embedding. */
  @ParameterizedTest
  @CsvSource({"-1,12", "-2,11", "-12,1", "1,1", "12,12"})
  void featureLayersCountFromEitherEnd(int layer, int run) throws IOException {
    assertEquals(run, VisionReader.vit(tower(""), layer).layersToRun());
    assertEquals(3, VisionReader.vit(tower(""), layer).running(3).layersToRun());
  }

  @ParameterizedTest
  @CsvSource({"-13", "0", "13"})
  void aFeatureLayerThatIsNoneIsNamed(int layer) {
    assertRefused(
        "feature layer " + layer + " does not exist in a tower of 12 layers",
        () -> VisionReader.vit(tower(""), layer));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "'model_type':'dino' | model_type must be clip_vision_model or siglip_vision_model, found"
            + " 'dino'",
        "'num_channels':1 | num_channels must be 3, found 1",
        "'num_attention_heads':5 | num_attention_heads must be a divisor of hidden_size 768, found"
            + " 5",
        "'patch_size':225 | patch_size must be at most the image size 224, found 225",
        "'registers':4 | registers = 4 is not understood, and it may change what the model"
            + " computes",
        "'hidden_act':'mish' | hidden_act must be silu, gelu, gelu_pytorch_tanh, quick_gelu or"
            + " relu, found 'mish'",
      })
  void whatATowerCanNotBeIsNamed(String fields, String message) {
    assertRefused(message, () -> VisionReader.vit(tower(fields), -1));
  }

  @Test
  void onePatchIsEnough() throws IOException {
    assertEquals(1, VisionReader.vit(tower("'patch_size':224"), -1).grid());
  }

  @ParameterizedTest
  @CsvSource({
    "silu,SILU",
    "swish,SILU",
    "gelu,GELU",
    "gelu_pytorch_tanh,GELU_TANH",
    "gelu_new,GELU_TANH",
    "gelu_fast,GELU_TANH",
    "quick_gelu,QUICK_GELU",
    "relu,RELU"
  })
  void activationsByName(String name, HiddenActivation activation) throws IOException {
    ConfigNode node = Configs.of("{'a':'" + name + "'}");
    assertEquals(activation, HiddenActivation.read(node, "a", null));
    assertEquals(activation, HiddenActivation.read(node, "b", activation));
  }

  @Test
  void theTextHalfOfClip(@TempDir Path folder) throws IOException {
    assertEquals(
        new ClipTextConfig(512, 2048, 12, 8, 49408, 77, 512, 1e-5),
        ClipTextConfig.read(Configs.of("{}")));
    String text =
        "{'text_config':{'hidden_size':1,'intermediate_size':2,'num_hidden_layers':3,"
            + "'num_attention_heads':4,'vocab_size':5,'max_position_embeddings':6,"
            + "'projection_dim':7,'layer_norm_eps':0.5}}";
    Files.writeString(folder.resolve("config.json"), text.replace('\'', '"'));
    assertEquals(new ClipTextConfig(1, 2, 3, 4, 5, 6, 7, 0.5), ClipTextConfig.read(folder));
    assertEquals(8, ClipTextConfig.read(Configs.of("{'projection_dim':8}")).projectionDim());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "{} | 2 | 1 | 151645 151643 | 1",
        "{'eos_token_id':7} | 7 | 1 | 7 151645 151643 | 1",
        "{'eos_token_id':[151643,8]} | 151643 8 | 1 | 151643 8 151645 | 1",
        "{'repetition_penalty':1.05} | 2 | 1 | 151645 151643 | 1.05",
        "{'repetition_penalty':1.5} | 2 | 1 | 151645 151643 | 1.5",
      })
  void endsAndPenaltiesOfLlamaAndQwen(
      String json, String llama, double llamaPenalty, String qwen, double qwenPenalty)
      throws IOException {
    assertEquals(
        new GenerationConfig(ids(llama), llamaPenalty),
        GenerationConfig.read(Optional.of(Configs.of(json)), DecoderType.LLAMA.generation()));
    assertEquals(
        new GenerationConfig(ids(qwen), qwenPenalty),
        GenerationConfig.read(Optional.of(Configs.of(json)), DecoderType.QWEN2.generation()));
  }

  @Test
  void withoutAFileTheDefaultsHold() throws IOException {
    assertEquals(
        new GenerationConfig(List.of(151645, 151643), 1),
        GenerationConfig.read(Optional.empty(), DecoderType.QWEN2.generation()));
    for (String penalty : List.of("0", "-1")) {
      assertRefused(
          "repetition_penalty must be a positive number, found " + penalty,
          () ->
              GenerationConfig.read(
                  Optional.of(Configs.of("{'repetition_penalty':" + penalty + "}")),
                  DecoderType.LLAMA.generation()));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "{} | []",
        "{'image_mean':[0.5,0.25],'image_std':[1,2],'min':4,'crop_size':{'height':28}} | []",
        "{'image_mean':[0.5000001,0.25]} | []",
        "{'image_mean':[0.5,0.26]} | [image_mean is [0.5,0.26], we use another]",
        "{'image_std':[1]} | [image_std is [1], we use another]",
        "{'crop_size':{'height':30}} | [crop_size is 30, the tower takes 28]",
        "{'crop_size':30} | []",
        "{'max':9,'min':5} | [max is 9, we use 8, min is 5, we use 4]",
      })
  void differencesOfPreprocessing(String json, String expected) throws IOException {
    PreprocessorCheck check =
        new PreprocessorCheck(
            new double[] {0.5, 0.25}, new double[] {1, 2}, 28, Map.of("min", 4, "max", 8));
    assertEquals(expected, check.differences(Configs.of(json)).toString());
  }

  @Test
  void aTowerOfAnySizeHasNoCrop() throws IOException {
    PreprocessorCheck any = new PreprocessorCheck(new double[0], new double[0], 0, Map.of());
    assertEquals(List.of(), any.differences(Configs.of("{'crop_size':{'height':30}}")));
  }

  @Test
  void framesArePooledByAWholeStride() {
    assertEquals(1, new VideoTokens(VideoTokens.Pool.MAX, 1, VideoTokens.Newlines.GRID).stride());
    assertEquals(
        "pool stride must be positive, was 0",
        assertThrows(
                IllegalArgumentException.class,
                () -> new VideoTokens(VideoTokens.Pool.MAX, 0, VideoTokens.Newlines.GRID))
            .getMessage());
  }

  private static ConfigNode tower(String fields) {
    return Configs.of("{" + fields + "}");
  }

  private static List<Integer> ids(String text) {
    return List.of(text.split(" ")).stream().map(Integer::valueOf).toList();
  }
}
