package io.qcpruner.model.backbone.llavanext;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.model.backbone.BackboneFamilies;
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
             'text_config':{'tie_word_embeddings':true},'vision_config':{}}""");
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

  private static LlavaNextSpec read(String json) throws IOException {
    return (LlavaNextSpec) BackboneFamilies.parse(json.replace('\'', '"'));
  }
}
