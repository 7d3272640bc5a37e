package io.qcpruner.model.backbone.llavanext;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.model.backbone.BackboneFamilies;
import io.qcpruner.text.MistralTemplate;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** What LLaVA-NeXT reads beyond other LLaVA models. */
class LlavaNextFamilyTest {

  @Test
  void nextPinpointsAreHeightFirstAndTheAliasOfTheImageTokenWorks() throws IOException {
    LlavaNextSpec config =
        read(
            """
            {'model_type':'llava_next','image_token_id':77,
             'image_grid_pinpoints':[[336,672],[672,336],[672,672],[1008,336],[336,1008]],
             'tie_word_embeddings':true,'text_config':{},
             'vision_config':{'image_size':336,'patch_size':14}}""");
    assertEquals("llava-next", config.family().id());
    assertTrue(config.canvases().heightFirst());
    assertArrayEquals(new int[] {1008, 336}, config.canvases().sizes()[3]);
    assertEquals(5, config.canvases().sizes().length);
    assertEquals(77, config.config().imageTokenId());
    assertTrue(config.config().decoder().tiedHead());
    assertEquals(1e-6, config.config().decoder().rmsEps());
  }

  @Test
  void originalNextPinpointsMayBeAPythonListAndAreWidthFirst() throws IOException {
    LlavaNextSpec config =
        read(
            """
            {'model_type':'llava_llama','mm_vision_tower':'openai/clip-vit-large-patch14-336',
             'image_aspect_ratio':'anyres','tokenizer_model_max_length':3072,
             'image_grid_pinpoints':'[(336, 672), (672, 336), (672, 672)]',
             'mm_patch_merge_type':'spatial_unpad'}""");
    assertEquals("llava-next", config.family().id());
    assertFalse(config.canvases().heightFirst());
    assertArrayEquals(new int[][] {{336, 672}, {672, 336}, {672, 672}}, config.canvases().sizes());
    assertEquals(3072, config.config().maxPromptRows());
  }

  @Test
  void mistralDecodersHaveTheirTemplate() throws IOException {
    LlavaNextSpec hf =
        read(
            """
            {'model_type':'llava_next','text_config':{'model_type':'mistral','sliding_window':null},
             'vision_config':{'image_size':336,'patch_size':14}}""");
    LlavaNextSpec original =
        read(
            """
            {'model_type':'llava_mistral','mm_vision_tower':'openai/clip-vit-large-patch14-336',
             'image_aspect_ratio':'anyres','mm_patch_merge_type':'spatial_unpad',
             'sliding_window':null}""");
    for (LlavaNextSpec spec : new LlavaNextSpec[] {hf, original}) {
      assertEquals(MistralTemplate.INSTRUCT, spec.template());
      assertEquals(8, spec.config().decoder().kvHeads());
      assertEquals(0, spec.config().decoder().window(0));
      assertEquals(5, spec.canvases().sizes().length);
    }
  }

  private static LlavaNextSpec read(String json) throws IOException {
    return (LlavaNextSpec) BackboneFamilies.parse(json.replace('\'', '"'));
  }
}
