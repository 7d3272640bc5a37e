package io.qcpruner.model.backbone.qwen25vl;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.qcpruner.checkpoint.config.DecoderConfig;
import io.qcpruner.core.signal.VisionLayout.Picture;
import io.qcpruner.media.internal.prep.Pixels;
import io.qcpruner.media.internal.prep.QwenPreprocessor;
import io.qcpruner.model.backbone.BackboneFamilies;
import io.qcpruner.model.backbone.PromptIds;
import io.qcpruner.model.backbone.Visual;
import io.qcpruner.model.backbone.qwen.PatchBlocks;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What Qwen2.5-VL reads, and its rules. */
class Qwen25VlFamilyTest {

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
    Qwen25VlSpec flat = read("{'model_type':'qwen2_5_vl'," + keys + "," + vision + "}");
    Qwen25VlSpec nested =
        read(
            "{'model_type':'qwen2_5_vl','hidden_size':1,'text_config':{"
                + keys.replace("'rope_theta':1000000.0,", "")
                    .replace("rope_scaling", "rope_parameters")
                    .replace("'type':'mrope'", "'rope_type':'default','rope_theta':1000000.0")
                + "},"
                + vision
                + "}");
    for (Qwen25VlSpec config : new Qwen25VlSpec[] {flat, nested}) {
      DecoderConfig d = config.config().decoder();
      assertEquals(3584, d.hiddenSize());
      assertEquals(128, d.headDim());
      assertEquals(1e6, d.ropeTheta());
      assertEquals(152064, d.vocabSize());
      assertArrayEquals(new int[] {16, 24, 24}, d.mropeSection());
      QwenVisionConfig q = config.vision();
      assertArrayEquals(new int[] {7, 15, 23, 31}, q.fullAttentionBlocks());
      assertEquals(1280, q.hiddenSize());
      assertEquals(2, q.tokensPerSecond());
      assertEquals(151655, config.config().imageTokenId());
      assertEquals(151653, config.config().visionEndTokenId());
    }
  }

  @Test
  void theRepetitionPenaltyCountsThePromptWithOnePlaceholderPerPicture() throws IOException {
    Qwen25VlSpec spec =
        read(
            "{'model_type':'qwen2_5_vl','hidden_size':3584,'num_attention_heads':28,"
                + "'num_key_value_heads':4,'vision_config':{'hidden_size':1280}}");
    int marker = PromptIds.MARKER;
    assertArrayEquals(
        new int[] {1, 151655, 7, 151656},
        spec.penalisedPromptIds(new int[] {1, marker, 7, marker}, List.of(blocks(1), blocks(2))));
  }

  private static Visual blocks(int slices) {
    Pixels pixels = new Pixels(new int[] {4 * slices, 1}, new float[4 * slices]);
    return new PatchBlocks(
        new QwenPreprocessor.Patches(pixels, slices, 2, 2), 0, 2, Picture.UNKNOWN);
  }

  private static Qwen25VlSpec read(String json) throws IOException {
    return (Qwen25VlSpec) BackboneFamilies.parse(json.replace('\'', '"'));
  }
}
