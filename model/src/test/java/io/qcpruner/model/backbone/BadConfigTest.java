package io.qcpruner.model.backbone;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.checkpoint.config.ConfigException;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BadConfigTest {
  private static final String LLAVA =
      "{'model_type':'llava','text_config':{TEXT},'vision_config':{VISION} TOP}";

  @TempDir Path folder;

  @Test
  void aMissingFileIsNamed() {
    String message =
        assertThrows(ConfigException.class, () -> BackboneFamilies.read(folder)).getMessage();
    assertTrue(message.contains("config.json"), message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
      {'model_type':'gpt2'}                                         | unknown model_type gpt2; known are
      {'model_type':'llava_mistral','text_config':{},'vision_config':{}} | unknown model_type llava_mistral
      {'model_type':'gpt2','mm_vision_tower':'x'}                   | unknown model_type gpt2
      {}                                                            | model_type is missing
      []                                                            | not a JSON object
      null                                                          | is empty or null
      {'model_type'                                                 | is not JSON
      {'model_type':7}                                              | model_type must be a text
      {'model_type':'qwen2_5_vl','vision_config':{}}                | vision_config.hidden_size is missing
      {'model_type':'qwen2_5_vl','vision_config':{'hidden_size':1280}} | out_hidden_size 3584 differs
      """)
  void wrongFilesAreNamed(String json, String expected) throws IOException {
    assertMessage(json, expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
      'hidden_size':0              |                         |                              | text_config.hidden_size must be between
      'hidden_size':'x'            |                         |                              | text_config.hidden_size must be an integer, found "x"
      'hidden_size':4e9            |                         |                              | text_config.hidden_size
      'num_key_value_heads':5      |                         |                              | divisor of the 32
      'num_attention_heads':3      |                         |                              | num_attention_heads
      'hidden_act':'relu'          |                         |                              | text_config.hidden_act must be silu
      'use_sliding_window':true    |                         |                              | use_sliding_window
      'rope_scaling':{'type':'linear'} |                     |                              | rope_scaling.factor must be a positive
      'rope_scaling':{'type':'bent'} |                       |                              | rope_scaling.type must be default, linear
      'rope_scaling':{'type':'linear','factor':2,'odd':1} |  |                              | rope_scaling.odd = 1 is not understood
      'rope_scaling':{'type':'yarn','factor':2,'beta_fast':-1} | |                          | beta_fast must be a positive
      'rope_scaling':{'type':'longrope','short_factor':[1]} | |                             | short_factor must be 64 positive numbers
      'partial_rotary_factor':0.5  |                         |                              | partial_rotary_factor must be 1
      'sliding_window':4096        |                         |                              | text_config.sliding_window must be
      'quantization_config':{'bits':4} |                     |                              | text_config.quantization_config
      'model_type':'gemma'         |                         |                              | text_config.model_type
      'num_hidden_layers':1000000  |                         |                              | num_hidden_layers must be at most 10000
      'rope_theta':Infinity        |                         |                              | rope_theta must be a finite number
      'rope_theta':-1              |                         |                              | rope_theta must be above 0
      'rms_norm_eps':NaN           |                         |                              | rms_norm_eps must be a finite number
      'rms_norm_eps':0             |                         |                              | rms_norm_eps must be above 0
      'rms_norm_eps':1e300         |                         |                              | rms_norm_eps must be above 0 and at most 1
                                   | 'layer_norm_eps':NaN    |                              | layer_norm_eps must be a finite number
                                   | 'num_hidden_layers':99999 |                            | num_hidden_layers must be at most
                                   | 'model_type':'dinov2'   |                              | vision_config.model_type
                                   | 'hidden_act':'mish'     |                              | vision_config.hidden_act
                                   | 'num_channels':1        |                              | vision_config.num_channels must be 3
                                   | 'register_tokens':4     |                              | vision_config.register_tokens
                                   |                         | ,'quantization_config':{}    | quantization_config
                                   |                         | ,'quantization_config':{'quant_method':'awq','bits':4} | quantized by the method awq
      'quantization_config':{'quant_method':'fp8'} |         |                              | text_config.quantization_config: weights quantized by the method fp8
                                   |                         | ,'image_token_index':90,'image_token_id':91 | image_token_id must be absent or the image_token_index 90
                                   | 'patch_size':500        |                              | patch_size
                                   |                         | ,'vision_feature_layer':-20  | feature layer -20
                                   |                         | ,'vision_feature_select_strategy':'full' | vision_feature_select_strategy
                                   |                         | ,'projector_hidden_act':'relu' | projector_hidden_act
      """)
  void wrongFieldsAreNamed(String text, String vision, String top, String expected)
      throws IOException {
    String json =
        LLAVA
            .replace("TEXT", text == null ? "" : text)
            .replace("VISION", vision == null ? "" : vision)
            .replace("TOP", top == null ? "" : top);
    assertMessage(json, expected);
  }

  @Test
  void pinpointsThatAreNoPairsAreRefused() throws IOException {
    assertMessage(
        "{'model_type':'llava_next','text_config':{},'vision_config':{},'image_grid_pinpoints':'[(1,2), 3]'}",
        "image_grid_pinpoints must be a list of pairs");
  }

  private void assertMessage(String json, String expected) throws IOException {
    BackboneFamiliesTest.write(folder, json);
    String message =
        assertThrows(ConfigException.class, () -> BackboneFamilies.read(folder)).getMessage();
    assertTrue(message.contains(expected), message);
  }
}
