package io.qcpruner.checkpoint.weights;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CanonicalNamesTest {

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
      model.layers.0.mlp.up_proj.weight,                          lm.layers.0.mlp.up_proj.weight
      model.embed_tokens.weight,                                  lm.embed_tokens.weight
      model.norm.weight,                                          lm.norm.weight
      lm_head.weight,                                             lm_head.weight
      model.mm_projector.0.weight,                                proj.fc1.weight
      model.mm_projector.2.bias,                                  proj.fc2.bias
      model.image_newline,                                        newline
      model.vision_tower.vision_tower.vision_model.pre_layrnorm.bias, vision.pre_layrnorm.bias
      language_model.model.layers.3.input_layernorm.weight,       lm.layers.3.input_layernorm.weight
      language_model.lm_head.weight,                              lm_head.weight
      vision_tower.vision_model.embeddings.class_embedding,       vision.embeddings.class_embedding
      multi_modal_projector.linear_1.bias,                        proj.fc1.bias
      image_newline,                                              newline
      model.language_model.layers.1.self_attn.q_proj.weight,      lm.layers.1.self_attn.q_proj.weight
      model.vision_tower.vision_model.encoder.layers.2.mlp.fc1.bias, vision.encoder.layers.2.mlp.fc1.bias
      model.multi_modal_projector.linear_2.weight,                proj.fc2.weight
      model.vision_tower.encoder.layers.2.mlp.fc1.bias,           vision.encoder.layers.2.mlp.fc1.bias
      visual.blocks.7.attn.qkv.weight,                            vision.blocks.7.attn.qkv.weight
      model.visual.merger.ln_q.weight,                            vision.merger.ln_q.weight
      model.language_model.norm.weight,                           lm.norm.weight
      model.visionary.weight,                                     lm.visionary.weight
      """)
  void everyGenerationHasOneName(String fileName, String canonical) {
    assertEquals(canonical, CanonicalNames.of(fileName));
  }

  @Test
  void towerFilesGiveOnlyTheirVisionHalf() {
    assertEquals(
        "vision.pre_layrnorm.bias", CanonicalNames.ofTower("vision_model.pre_layrnorm.bias"));
    assertNull(CanonicalNames.ofTower("text_model.final_layer_norm.bias"));
    assertNull(CanonicalNames.ofTower("logit_scale"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "lm.layers.0.self_attn.rotary_emb.inv_freq",
        "vision.embeddings.position_ids",
        "vision.post_layernorm.weight",
        "vision.head.probe",
        "lm.vision_resampler.x",
        "text_model.embeddings.x",
        "visual_projection.weight",
        "text_projection.weight",
        "logit_scale",
        "logit_bias"
      })
  void partsThatNeverRunAreIgnored(String canonical) {
    assertTrue(CanonicalNames.isIgnored(canonical));
  }

  @Test
  void otherNamesAreNotIgnored() {
    assertFalse(CanonicalNames.isIgnored("vision.encoder.layers.0.mlp.fc1.bias"));
    assertFalse(CanonicalNames.isIgnored("lm.layers.0.extra"));
  }
}
