package io.qcpruner.checkpoint.weights;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.checkpoint.config.DecoderConfig;
import io.qcpruner.checkpoint.config.VitConfig;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TensorInventoryTest {

  /** Width 4, feed-forward 6, two heads of 3 over one key head, seven words. */
  private static DecoderConfig.Builder decoder() {
    return DecoderConfig.sized(4, 6, 1).heads(2, 1, 3).vocabulary(7);
  }

  @Test
  void aDecoderWithoutBiases() {
    assertEquals(
        "lm.embed_tokens.weight 7x4, 0.input_layernorm.weight 4, 0.self_attn.q_proj.weight 6x4,"
            + " 0.self_attn.k_proj.weight 3x4, 0.self_attn.v_proj.weight 3x4,"
            + " 0.self_attn.o_proj.weight 4x6, 0.post_attention_layernorm.weight 4,"
            + " 0.mlp.gate_proj.weight 6x4, 0.mlp.up_proj.weight 6x4, 0.mlp.down_proj.weight 4x6,"
            + " lm.norm.weight 4, lm_head.weight 7x4",
        shown(new TensorInventory().decoder(decoder().build()).shapes()).replace("lm.layers.", ""));
  }

  @Test
  void biasesAndATiedHead() {
    DecoderConfig config =
        decoder().qkvBias(true).outputBias(true).mlpBias(true).tiedHead(true).build();
    String shown = shown(new TensorInventory().decoder(config).shapes());
    for (String bias :
        new String[] {
          "self_attn.q_proj.bias 6", "self_attn.k_proj.bias 3", "self_attn.v_proj.bias 3",
          "self_attn.o_proj.bias 4", "mlp.gate_proj.bias 6", "mlp.up_proj.bias 6",
          "mlp.down_proj.bias 4"
        }) {
      assertTrue(shown.contains("lm.layers.0." + bias + ","), bias);
    }
    assertFalse(shown.contains("lm_head"));
  }

  /** Two patches a side; CLIP has a class row and a norm in front, SigLIP a bias of patches. */
  @ParameterizedTest
  @CsvSource({
    "CLIP, 'vision.embeddings.class_embedding 8, vision.embeddings.patch_embedding.weight"
        + " 8x3x14x14, vision.embeddings.position_embedding.weight 5x8, vision.pre_layrnorm.weight"
        + " 8, vision.pre_layrnorm.bias 8, '",
    "SIGLIP, 'vision.embeddings.patch_embedding.weight 8x3x14x14,"
        + " vision.embeddings.patch_embedding.bias 8, vision.embeddings.position_embedding.weight"
        + " 4x8, '"
  })
  void towers(VitConfig.Kind kind, String front) {
    VitConfig vit = VitConfig.of(kind).widths(8, 9).layers(3, 1).heads(2).image(28, 14).build();
    assertEquals(
        front
            + "0.self_attn.q_proj.weight 8x8, 0.self_attn.q_proj.bias 8,"
            + " 0.self_attn.k_proj.weight 8x8, 0.self_attn.k_proj.bias 8,"
            + " 0.self_attn.v_proj.weight 8x8, 0.self_attn.v_proj.bias 8,"
            + " 0.self_attn.out_proj.weight 8x8, 0.self_attn.out_proj.bias 8,"
            + " 0.layer_norm1.weight 8, 0.layer_norm1.bias 8, 0.layer_norm2.weight 8,"
            + " 0.layer_norm2.bias 8, 0.mlp.fc1.weight 9x8, 0.mlp.fc1.bias 9,"
            + " 0.mlp.fc2.weight 8x9, 0.mlp.fc2.bias 8",
        shown(new TensorInventory().vitTower(vit).shapes()).replace("vision.encoder.layers.", ""));
  }

  @Test
  void specsCountTheirElementsAndBytes() {
    TensorSpec spec = new TensorSpec("w", NumberType.F16, 2, 3);
    assertEquals(6, spec.elements());
    assertEquals(12, spec.byteLength());
    assertEquals("w F16[2, 3]", spec.toString());
    assertEquals(spec, new TensorSpec("w", NumberType.F16, 2, 3));
    assertEquals(spec.hashCode(), new TensorSpec("w", NumberType.F16, 2, 3).hashCode());
    assertFalse(spec.equals(new TensorSpec("v", NumberType.F16, 2, 3)));
    assertFalse(spec.equals(new TensorSpec("w", NumberType.F32, 2, 3)));
    assertFalse(spec.equals(new TensorSpec("w", NumberType.F16, 3, 2)));
    assertFalse(spec.equals((Object) "w"));
    assertEquals(1, new TensorSpec("s", NumberType.F32).elements(), "a scalar");
    assertEquals(
        "tensor w has a negative size: -1",
        assertThrows(
                IllegalArgumentException.class, () -> new TensorSpec("w", NumberType.F16, 2, -1))
            .getMessage());
    assertThrows(
        ArithmeticException.class,
        () -> new TensorSpec("w", NumberType.F16, 1L << 40, 1L << 40).elements());
  }

  private static String shown(Map<String, long[]> shapes) {
    return shapes.entrySet().stream()
        .map(
            e ->
                e.getKey()
                    + " "
                    + Arrays.stream(e.getValue())
                        .mapToObj(Long::toString)
                        .collect(Collectors.joining("x")))
        .collect(Collectors.joining(", "));
  }
}
