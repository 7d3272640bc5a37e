package io.qcpruner.checkpoint.config;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.checkpoint.config.VisionConfig.Vit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The values that published checkpoints carry, and the defaults of what they leave out. */
class ConfigReaderTest {
  @TempDir Path folder;

  @Test
  void aSparseLlavaFileGetsTheLlamaDefaults() throws IOException {
    BackboneConfig config =
        read(
            """
            {'model_type':'llava','image_token_index':32000,'projector_hidden_act':'gelu',
             'vision_feature_layer':-2,'vision_feature_select_strategy':'default',
             'text_config':{'max_position_embeddings':4096,'rms_norm_eps':1e-5,'vocab_size':32064},
             'vision_config':{'hidden_size':1024,'intermediate_size':4096,'num_hidden_layers':24,
               'num_attention_heads':16,'image_size':336,'patch_size':14}}""");
    assertEquals(Family.LLAVA_1_5, config.family());
    DecoderConfig d = config.decoder();
    assertEquals(
        "4096 11008 32 32 32 128 32064 1.0E-5 10000.0 false false 4096",
        "%d %d %d %d %d %d %d %s %s %s %s %d"
            .formatted(
                d.hiddenSize(),
                d.intermediateSize(),
                d.layers(),
                d.heads(),
                d.kvHeads(),
                d.headDim(),
                d.vocabSize(),
                d.rmsEps(),
                d.ropeTheta(),
                d.qkvBias(),
                d.tiedHead(),
                d.maxPositions()));
    assertEquals(0, d.mropeSection().length);
    assertEquals(new Vit(Vit.Kind.CLIP, 1024, 4096, 24, 23, 16, 336, 14, 1e-5), config.vision());
    assertEquals(32000, config.imageTokenId());
    assertNull(config.storedVideoTokens());
  }

  @Test
  void nextPinpointsAreHeightFirstAndTheAliasOfTheImageTokenWorks() throws IOException {
    BackboneConfig config =
        read(
            """
            {'model_type':'llava_next','image_token_id':77,
             'image_grid_pinpoints':[[336,672],[672,336],[672,672],[1008,336],[336,1008]],
             'text_config':{'tie_word_embeddings':true},'vision_config':{}}""");
    assertEquals(Family.LLAVA_NEXT, config.family());
    assertTrue(config.pinpointsHeightFirst());
    assertArrayEquals(new int[] {1008, 336}, config.gridPinpoints()[3]);
    assertEquals(5, config.gridPinpoints().length);
    assertEquals(77, config.imageTokenId());
    assertTrue(config.decoder().tiedHead());
    assertEquals(1e-6, config.decoder().rmsEps());
  }

  @Test
  void originalLlavaUsesTheBuiltInClipTower() throws IOException {
    BackboneConfig config =
        read(
            """
            {'model_type':'llava','hidden_size':4096,'intermediate_size':11008,'vocab_size':32000,
             'num_hidden_layers':32,'num_attention_heads':32,'num_key_value_heads':32,
             'rms_norm_eps':1e-05,'max_position_embeddings':4096,'mm_hidden_size':1024,
             'mm_projector_type':'mlp2x_gelu','mm_vision_select_layer':-2,
             'mm_vision_select_feature':'patch','image_aspect_ratio':'pad',
             'mm_vision_tower':'openai/clip-vit-large-patch14-336','mm_use_im_start_end':false}""");
    assertEquals(Family.LLAVA_1_5, config.family());
    assertEquals(VisionReader.CLIP_L_336, config.vision());
    assertEquals(-1, config.imageTokenId());
  }

  @Test
  void originalNextPinpointsMayBeAPythonListAndAreWidthFirst() throws IOException {
    BackboneConfig config =
        read(
            """
            {'model_type':'llava_llama','mm_vision_tower':'openai/clip-vit-large-patch14-336',
             'image_aspect_ratio':'anyres','tokenizer_model_max_length':3072,
             'image_grid_pinpoints':'[(336, 672), (672, 336), (672, 672)]',
             'mm_patch_merge_type':'spatial_unpad'}""");
    assertEquals(Family.LLAVA_NEXT, config.family());
    assertFalse(config.pinpointsHeightFirst());
    assertArrayEquals(new int[][] {{336, 672}, {672, 336}, {672, 672}}, config.gridPinpoints());
    assertEquals(3072, config.maxPromptRows());
  }

  private static final String VIDEO =
      """
      {'model_type':'llava_qwen','hidden_size':3584,'intermediate_size':18944,
       'num_hidden_layers':28,'num_attention_heads':28,'num_key_value_heads':4,'vocab_size':152064,
       'rms_norm_eps':1e-06,'rope_theta':1000000.0,'max_position_embeddings':32768,
       'use_sliding_window':false,'mm_hidden_size':1152,'mm_projector_type':'mlp2x_gelu',
       'mm_vision_select_layer':-2,'mm_patch_merge_type':'spatial_unpad',
       'mm_newline_position':'grid','mm_spatial_pool_stride':2,'mm_spatial_pool_mode':'bilinear',
       'mm_vision_tower':'google/siglip-so400m-patch14-384'}""";

  @Test
  void videoRunsTwentySixSiglipLayersWhateverTheSelectLayerSays() throws IOException {
    BackboneConfig config = read(VIDEO);
    assertEquals(Family.LLAVA_VIDEO, config.family());
    assertEquals(new Vit(Vit.Kind.SIGLIP, 1152, 4304, 27, 26, 16, 384, 14, 1e-6), config.vision());
    assertEquals(27, ((Vit) config.vision()).grid());
    assertTrue(config.decoder().qkvBias());
    assertEquals(
        new VideoTokens(VideoTokens.Pool.BILINEAR, 2, VideoTokens.Newlines.GRID),
        config.storedVideoTokens());
    assertEquals(config.vision(), readStored(VIDEO, 26).vision());
  }

  @Test
  void towerSizesComeFromTheTowerFolder() throws IOException {
    Path tower = Files.createDirectory(folder.resolve("tower"));
    write(
        tower,
        """
        {'model_type':'siglip','vision_config':{'model_type':'siglip_vision_model',
         'hidden_size':16,'intermediate_size':32,'num_hidden_layers':4,'num_attention_heads':2,
         'image_size':98,'patch_size':14}}""");
    write(folder, VIDEO.replace("1152", "16"));
    Vit deleted = (Vit) ConfigReader.read(folder, tower, OptionalInt.empty()).vision();
    assertEquals(new Vit(Vit.Kind.SIGLIP, 16, 32, 4, 3, 2, 98, 14, 1e-6), deleted);
    // a checkpoint that embeds two layers can't run three
    Vit embedded = (Vit) ConfigReader.read(folder, tower, OptionalInt.of(2)).vision();
    assertEquals(2, embedded.layersToRun());
  }

  @Test
  void qwenFlatAndNestedAgreeAndNestedWins() throws IOException {
    String keys =
        """
        'hidden_size':3584,'intermediate_size':18944,'num_hidden_layers':28,
        'num_attention_heads':28,'num_key_value_heads':4,'rms_norm_eps':1e-06,
        'rope_theta':1000000.0,'max_position_embeddings':128000,
        'rope_scaling':{'type':'mrope','mrope_section':[16,24,24]}""";
    String vision =
        "'vision_config':{'hidden_size':1280,'tokens_per_second':2,'out_hidden_size':3584}";
    BackboneConfig flat = read("{'model_type':'qwen2_5_vl'," + keys + "," + vision + "}");
    BackboneConfig nested =
        read(
            "{'model_type':'qwen2_5_vl','hidden_size':1,'text_config':{"
                + keys.replace("'rope_theta':1000000.0,", "")
                    .replace("rope_scaling", "rope_parameters")
                    .replace("'type':'mrope'", "'rope_type':'default','rope_theta':1000000.0")
                + "},"
                + vision
                + "}");
    for (BackboneConfig config : new BackboneConfig[] {flat, nested}) {
      DecoderConfig d = config.decoder();
      assertEquals(3584, d.hiddenSize());
      assertEquals(128, d.headDim());
      assertEquals(1e6, d.ropeTheta());
      assertEquals(152064, d.vocabSize());
      assertArrayEquals(new int[] {16, 24, 24}, d.mropeSection());
      VisionConfig.Qwen q = (VisionConfig.Qwen) config.vision();
      assertArrayEquals(new int[] {7, 15, 23, 31}, q.fullAttentionBlocks());
      assertEquals(1280, q.hiddenSize());
      assertEquals(2, q.tokensPerSecond());
      assertEquals(151655, config.imageTokenId());
      assertEquals(151653, config.visionEndTokenId());
    }
  }

  private BackboneConfig read(String json) throws IOException {
    write(folder, json);
    return ConfigReader.read(folder);
  }

  private BackboneConfig readStored(String json, int layers) throws IOException {
    write(folder, json);
    return ConfigReader.read(folder, null, OptionalInt.of(layers));
  }

  static void write(Path folder, String json) throws IOException {
    Files.writeString(folder.resolve("config.json"), json.replace('\'', '"'));
  }
}
