package io.qcpruner.model.backbone;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.checkpoint.config.ConfigFiles;
import io.qcpruner.checkpoint.config.DecoderConfig;
import io.qcpruner.checkpoint.config.VideoTokens;
import io.qcpruner.checkpoint.config.VisionReader;
import io.qcpruner.checkpoint.config.VitConfig;
import io.qcpruner.core.registry.NamedServices;
import io.qcpruner.model.backbone.llavavideo.LlavaVideoSpec;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The values that published checkpoints carry, and the defaults of what they leave out. */
class BackboneFamiliesTest {
  @TempDir Path folder;

  @Test
  void aProviderThatIsMissingLeavesTheOtherFamilies() throws IOException {
    Path services = Files.createDirectories(folder.resolve("META-INF/services"));
    Files.writeString(services.resolve(BackboneFamily.class.getName()), "com.acme.MissingFamily\n");
    ClassLoader own = BackboneFamilies.class.getClassLoader();
    try (URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()}, own)) {
      NamedServices<BackboneFamily> families = BackboneFamilies.load(loader);
      assertEquals(
          BackboneFamilies.all().stream().map(BackboneFamily::id).toList(), families.names());
      assertTrue(families.leftOut().contains("com.acme.MissingFamily"), families.leftOut());
    }
  }

  @Test
  void aSparseLlavaFileGetsTheLlamaDefaults() throws IOException {
    BackboneSpec config =
        read(
            """
            {'model_type':'llava','image_token_index':32000,'projector_hidden_act':'gelu',
             'vision_feature_layer':-2,'vision_feature_select_strategy':'default',
             'text_config':{'max_position_embeddings':4096,'rms_norm_eps':1e-5,'vocab_size':32064},
             'vision_config':{'hidden_size':1024,'intermediate_size':4096,'num_hidden_layers':24,
               'num_attention_heads':16,'image_size':336,'patch_size':14}}""");
    assertEquals("llava-1.5", config.family().id());
    DecoderConfig d = config.config().decoder();
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
    assertEquals(
        VitConfig.of(VitConfig.Kind.CLIP)
            .widths(1024, 4096)
            .layers(24, 23)
            .heads(16)
            .image(336, 14)
            .layerNormEps(1e-5)
            .build(),
        config.plainTower().orElseThrow());
    assertEquals(32000, config.config().imageTokenId());
  }

  @Test
  void originalLlavaUsesTheBuiltInClipTower() throws IOException {
    BackboneSpec config =
        read(
            """
            {'model_type':'llava','hidden_size':4096,'intermediate_size':11008,'vocab_size':32000,
             'num_hidden_layers':32,'num_attention_heads':32,'num_key_value_heads':32,
             'rms_norm_eps':1e-05,'max_position_embeddings':4096,'mm_hidden_size':1024,
             'mm_projector_type':'mlp2x_gelu','mm_vision_select_layer':-2,
             'mm_vision_select_feature':'patch','image_aspect_ratio':'pad',
             'mm_vision_tower':'openai/clip-vit-large-patch14-336','mm_use_im_start_end':false}""");
    assertEquals("llava-1.5", config.family().id());
    assertEquals(VisionReader.CLIP_L_336, config.plainTower().orElseThrow());
    assertEquals(-1, config.config().imageTokenId());
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
    BackboneSpec config = read(VIDEO);
    assertEquals("llava-video", config.family().id());
    assertEquals(
        VitConfig.of(VitConfig.Kind.SIGLIP)
            .widths(1152, 4304)
            .layers(27, 26)
            .heads(16)
            .image(384, 14)
            .layerNormEps(1e-6)
            .build(),
        config.plainTower().orElseThrow());
    assertEquals(27, config.plainTower().orElseThrow().grid());
    assertTrue(config.config().decoder().qkvBias());
    assertEquals(
        new VideoTokens(VideoTokens.Pool.BILINEAR, 2, VideoTokens.Newlines.GRID),
        ((LlavaVideoSpec) config).storedTokens());
    assertEquals(
        config.plainTower().orElseThrow(), readStored(VIDEO, 26).plainTower().orElseThrow());
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
    ConfigFiles files = ConfigFiles.read(folder, tower);
    VitConfig deleted = BackboneFamilies.read(files).plainTower().orElseThrow();
    assertEquals(
        VitConfig.of(VitConfig.Kind.SIGLIP)
            .widths(16, 32)
            .layers(4, 3)
            .heads(2)
            .image(98, 14)
            .layerNormEps(1e-6)
            .build(),
        deleted);
    // a checkpoint that embeds two layers can't run three
    BackboneSpec embedded = BackboneFamilies.read(files.withStoredTowerLayers(OptionalInt.of(2)));
    assertEquals(2, embedded.plainTower().orElseThrow().layersToRun());
  }

  private BackboneSpec read(String json) throws IOException {
    write(folder, json);
    return BackboneFamilies.read(folder);
  }

  private BackboneSpec readStored(String json, int layers) throws IOException {
    write(folder, json);
    return BackboneFamilies.read(
        ConfigFiles.read(folder).withStoredTowerLayers(OptionalInt.of(layers)));
  }

  static void write(Path folder, String json) throws IOException {
    Files.writeString(folder.resolve("config.json"), json.replace('\'', '"'));
  }
}
