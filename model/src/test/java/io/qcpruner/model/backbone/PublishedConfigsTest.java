package io.qcpruner.model.backbone;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.checkpoint.config.ConfigException;
import java.io.IOException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Configuration files of the LLaVA authors with every field that is published in them, training
 * settings included: each is recognised, and nothing in it is refused.
 */
class PublishedConfigsTest {
  private static final String PINPOINTS =
      IntStream.range(0, 36)
          .mapToObj(i -> "[%d,%d]".formatted(384 * (1 + i / 6), 384 * (1 + i % 6)))
          .collect(Collectors.joining(",", "[", "]"));

  /** lmms-lab/llava-onevision-qwen2-7b-ov, as copied into the tests of PaddleMIX. */
  private static final String ONEVISION =
      """
      {'_name_or_path':'lmms-lab/llava-onevision-qwen2-7b-ov',
       'architectures':['LlavaQwenForCausalLM'],'mm_newline_position':'one_token',
       'attention_dropout':0.0,'bos_token_id':151643,'eos_token_id':151645,'hidden_act':'silu',
       'hidden_size':3584,'image_token_index':151646,'image_aspect_ratio':'anyres_max_9',
       'image_crop_resolution':null,'image_grid_pinpoints':%s,'image_split_resolution':null,
       'initializer_range':0.02,'intermediate_size':18944,'max_position_embeddings':32768,
       'max_window_layers':28,'mm_hidden_size':1152,'mm_patch_merge_type':'spatial_unpad',
       'mm_projector_lr':null,'mm_projector_type':'mlp2x_gelu','mm_resampler_type':null,
       'mm_spatial_pool_mode':'bilinear',
       'mm_tunable_parts':'mm_vision_tower,mm_mlp_adapter,mm_language_model',
       'mm_use_im_patch_token':false,'mm_use_im_start_end':false,
       'mm_vision_select_feature':'patch','mm_vision_select_layer':-2,
       'mm_vision_tower':'google/siglip-so400m-patch14-384','mm_vision_tower_lr':2e-06,
       'model_type':'llava','num_attention_heads':28,'num_hidden_layers':28,
       'num_key_value_heads':4,'pos_skipping_range':4096,'rms_norm_eps':1e-06,
       'rope_scaling':null,'rope_theta':1000000.0,'sliding_window':131072,
       'tie_word_embeddings':false,'tokenizer_model_max_length':32768,
       'tokenizer_padding_side':'right','torch_dtype':'bfloat16',
       'transformers_version':'4.40.0.dev0','use_cache':true,'use_mm_proj':true,
       'use_pos_skipping':false,'use_sliding_window':false,'vision_tower_pretrained':null,
       'vocab_size':152064}"""
          .formatted(PINPOINTS);

  /** liuhaotian/llava-v1.6-vicuna-7b, from the same place. */
  private static final String NEXT =
      """
      {'_name_or_path':'liuhaotian/llava-v1.6-vicuna-7b','architectures':['LlavaLlamaForCausalLM'],
       'attention_bias':false,'attention_dropout':0.0,'bos_token_id':1,'eos_token_id':2,
       'freeze_mm_mlp_adapter':false,'freeze_mm_vision_resampler':false,'hidden_act':'silu',
       'hidden_size':4096,'image_aspect_ratio':'anyres','image_crop_resolution':224,
       'image_grid_pinpoints':[[336,672],[672,336],[672,672],[1008,336],[336,1008]],
       'image_split_resolution':224,'initializer_range':0.02,'intermediate_size':11008,
       'max_position_embeddings':4096,'mm_hidden_size':1024,'mm_patch_merge_type':'spatial_unpad',
       'mm_projector_lr':null,'mm_projector_type':'mlp2x_gelu','mm_resampler_type':null,
       'mm_use_im_patch_token':false,'mm_use_im_start_end':false,
       'mm_vision_select_feature':'patch','mm_vision_select_layer':-2,
       'mm_vision_tower':'openai/clip-vit-large-patch14-336','mm_vision_tower_lr':2e-06,
       'model_type':'llava','num_attention_heads':32,'num_hidden_layers':32,
       'num_key_value_heads':32,'pad_token_id':0,'pretraining_tp':1,'rms_norm_eps':1e-05,
       'rope_scaling':null,'rope_theta':10000.0,'tie_word_embeddings':false,
       'tokenizer_model_max_length':4096,'tokenizer_padding_side':'right',
       'torch_dtype':'bfloat16','transformers_version':'4.36.2','tune_mm_mlp_adapter':false,
       'tune_mm_vision_resampler':false,'unfreeze_mm_vision_tower':true,'use_cache':true,
       'use_mm_proj':true,'vocab_size':32000}""";

  @Test
  void onevision() throws IOException {
    BackboneSpec spec = read(ONEVISION);
    assertEquals("llava-onevision", spec.family().id());
    assertTrue(spec.config().decoder().qkvBias());
    assertEquals(26, spec.plainTower().orElseThrow().layersToRun());
  }

  @Test
  void onevisionWithoutTheFieldForNewlines() throws IOException {
    String older = ONEVISION.replace("'mm_newline_position':'one_token',", "");
    assertEquals("llava-onevision", read(older).family().id());
  }

  /** What the training program adds for clips (LLaVA-NeXT, train.py). */
  @Test
  void video() throws IOException {
    String video =
        ONEVISION.replace(
            "'mm_newline_position':'one_token',",
            "'mm_newline_position':'grid','mm_spatial_pool_stride':2,'add_faster_video':false,"
                + "'faster_token_stride':10,'add_time_instruction':true,'force_sample':true,");
    assertEquals("llava-video", read(video).family().id());
  }

  @Test
  void next() throws IOException {
    assertEquals("llava-next", read(NEXT).family().id());
  }

  @Test
  void anUnheardOfFieldIsStillRefused() {
    String other = NEXT.replace("'pad_token_id':0", "'mm_unheard_of':0");
    ConfigException refused = assertThrows(ConfigException.class, () -> read(other));
    assertTrue(refused.getMessage().contains("mm_unheard_of"), refused.getMessage());
  }

  private static BackboneSpec read(String json) throws IOException {
    return BackboneFamilies.parse(json.replace('\'', '"'));
  }
}
