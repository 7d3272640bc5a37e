package io.qcpruner.checkpoint.config;

import static io.qcpruner.checkpoint.config.Configs.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class DecoderReaderTest {

  /** What transformers takes for an empty file of the type. */
  @ParameterizedTest
  @CsvSource({
    "LLAMA,4096,11008,32,32,32,128,32000,1e-6,1e4,false,2048,0",
    "MISTRAL,4096,14336,32,32,8,128,32000,1e-6,1e4,false,131072,4096",
    "QWEN2,4096,22016,32,32,32,128,151936,1e-6,1e4,true,32768,0",
    "QWEN2_THREE_AXES,8192,29568,80,64,8,128,152064,1e-5,1e6,true,32768,0",
    "QWEN3,4096,22016,32,32,32,128,151936,1e-6,1e4,false,32768,0",
    "QWEN3_THREE_AXES,4096,22016,32,32,32,128,151936,1e-6,5e5,false,128000,0"
  })
  void anEmptyFileHasTheDefaultsOfItsType(
      DecoderType type,
      int hidden,
      int intermediate,
      int layers,
      int heads,
      int kvHeads,
      int headDim,
      int vocabulary,
      double eps,
      double theta,
      boolean qkvBias,
      int positions,
      int window)
      throws IOException {
    DecoderConfig read = DecoderReader.read(Configs.of("{}"), type, true);
    assertEquals(hidden, read.hiddenSize());
    assertEquals(intermediate, read.intermediateSize());
    assertEquals(layers, read.layers());
    assertEquals(heads, read.heads());
    assertEquals(kvHeads, read.kvHeads());
    assertEquals(headDim, read.headDim());
    assertEquals(vocabulary, read.vocabSize());
    assertEquals(eps, read.rmsEps());
    assertEquals(theta, read.ropeTheta());
    assertEquals(qkvBias, read.qkvBias());
    assertFalse(read.outputBias() || read.mlpBias());
    assertTrue(read.tiedHead());
    assertEquals(positions, read.maxPositions());
    assertEquals(window, read.window(0));
    assertEquals(window, read.window(layers - 1));
    assertSame(RopeScaling.NONE, read.ropeScaling());
    assertEquals(type.name().endsWith("THREE_AXES") ? 3 : 0, read.mropeSection().length);
    assertEquals(type.name().startsWith("QWEN3"), read.headNorms());
    assertEquals(type == DecoderType.QWEN3_THREE_AXES, read.interleavedAxes());
  }

  @Test
  void headsOfQwen3AreNotTiedToTheWidth() throws IOException {
    DecoderConfig read =
        read(DecoderType.QWEN3_THREE_AXES, "'hidden_size':2560,'attention_bias':true");
    assertEquals(128, read.headDim());
    assertTrue(read.qkvBias() && read.outputBias());
    assertEquals(1e4, read(DecoderType.QWEN3, "").ropeTheta());
  }

  @Test
  void fieldsReplaceTheDefaults() throws IOException {
    DecoderConfig read =
        read(
            DecoderType.LLAMA,
            "'hidden_size':64,'intermediate_size':96,'num_hidden_layers':3,"
                + "'num_attention_heads':4,'num_key_value_heads':2,'vocab_size':99,"
                + "'rms_norm_eps':0.25,'rope_theta':7,'max_position_embeddings':50,"
                + "'attention_bias':true,'mlp_bias':true");
    DecoderConfig expected =
        DecoderConfig.sized(64, 96, 3)
            .heads(4, 2, 16)
            .vocabulary(99)
            .rmsEps(0.25)
            .ropeTheta(7)
            .maxPositions(50)
            .qkvBias(true)
            .outputBias(true)
            .mlpBias(true)
            .mropeSection(read.mropeSection())
            .build();
    assertEquals(expected, read);
    assertFalse(read.tiedHead());
    assertEquals(24, read(DecoderType.LLAMA, "'head_dim':24").headDim());
    assertEquals(5, read(DecoderType.LLAMA, "'hidden_size':80,'num_attention_heads':5").kvHeads());
  }

  @Test
  void biasesOfLlamaFilesAreNoneOfOthers() throws IOException {
    assertFalse(read(DecoderType.MISTRAL, "").qkvBias());
    DecoderConfig qwen = read(DecoderType.QWEN2, "'attention_bias':true,'mlp_bias':true");
    assertTrue(qwen.qkvBias());
    assertFalse(qwen.outputBias());
    assertFalse(qwen.mlpBias());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "LLAMA | 'hidden_act':'gelu' | hidden_act must be silu, found 'gelu'",
        "LLAMA | 'num_key_value_heads':5 |"
            + " num_key_value_heads must be a divisor of the 32 attention heads, found 5",
        "LLAMA | 'num_attention_heads':3 |"
            + " num_attention_heads must be a divisor of hidden_size 4096, found 3",
        "LLAMA | 'head_dim':7 |"
            + " head_dim must be such that heads have an even dimension, not 7, found 7",
        "LLAMA | 'hidden_size':96 |"
            + " num_attention_heads must be such that heads have an even dimension, not 3, found"
            + " null",
        "LLAMA | 'rope_scaling':{'type':'linear','factor':2,'odd':1} |"
            + " rope_scaling.odd = 1 is not understood, and it may change what the model computes",
        "QWEN2_THREE_AXES | 'head_dim':64 |"
            + " head_dim must be hidden_size / num_attention_heads, 128, found 64",
        "QWEN2_THREE_AXES | 'rope_scaling':{'mrope_section':[16,24]} |"
            + " rope_scaling.mrope_section must be three counts that add up to half the"
            + " head_dim 128, found [16,24]",
        "QWEN2_THREE_AXES | 'rope_scaling':{'mrope_section':[16,24,25]} |"
            + " rope_scaling.mrope_section must be three counts that add up to half the"
            + " head_dim 128, found [16,24,25]",
        "QWEN2 | 'num_hidden_layers':2,'layer_types':['full_attention','sliding_attention'] |"
            + " layer_types must be full_attention without a sliding window, found"
            + " ['full_attention','sliding_attention']",
        "QWEN2 | 'num_hidden_layers':2,'layer_types':['full_attention'] |"
            + " layer_types must be 2 times full_attention or sliding_attention, found"
            + " ['full_attention']",
        "QWEN2 | 'num_hidden_layers':1,'layer_types':['odd'] |"
            + " layer_types must be 1 times full_attention or sliding_attention, found ['odd']",
      })
  void whatDoesNotFitIsNamed(DecoderType type, String fields, String message) {
    assertRefused(message, () -> read(type, fields));
  }

  @Test
  void theThirdAxisMayBeSetInEitherObject() throws IOException {
    DecoderConfig read =
        read(
            DecoderType.QWEN2_THREE_AXES,
            "'rope_scaling':{'type':'mrope','mrope_section':[8,28,28]}");
    assertArrayEquals(new int[] {8, 28, 28}, read.mropeSection());
    assertArrayEquals(
        new int[] {16, 24, 24}, read(DecoderType.QWEN2_THREE_AXES, "").mropeSection());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "LLAMA   | | 0 0 0 0",
        "MISTRAL | | 4096 4096 4096 4096",
        "MISTRAL | ,'sliding_window':null | 0 0 0 0",
        "MISTRAL | ,'sliding_window':9 | 9 9 9 9",
        "QWEN2   | ,'sliding_window':9 | 0 0 0 0",
        "QWEN2   | ,'use_sliding_window':true,'sliding_window':9 | 0 0 0 0",
        "QWEN2   | ,'use_sliding_window':true,'max_window_layers':2 | 0 0 4096 4096",
        "QWEN2   | ,'use_sliding_window':true,'sliding_window':9,'max_window_layers':0 | 9 9 9 9",
        "QWEN2   | ,'use_sliding_window':true,'sliding_window':9,'layer_types':"
            + "['full_attention','sliding_attention','full_attention','full_attention'] | 0 9 0 0",
        "QWEN2   | ,'layer_types':['full_attention','full_attention','full_attention',"
            + "'full_attention'] | 0 0 0 0",
      })
  void windowsOfTheLayers(DecoderType type, String fields, String windows) throws IOException {
    DecoderConfig read = read(type, "'num_hidden_layers':4" + (fields == null ? "" : fields));
    String found = "";
    for (int layer = 0; layer < 4; layer++) {
      found += (layer == 0 ? "" : " ") + read.window(layer);
    }
    assertEquals(windows, found);
  }

  @ParameterizedTest
  @CsvSource({"QWEN2,28", "QWEN2_THREE_AXES,80"})
  void theFirstLayerWithAWindowHasADefault(DecoderType type, int first) throws IOException {
    DecoderConfig read =
        read(type, "'num_hidden_layers':90,'use_sliding_window':true,'sliding_window':5");
    assertEquals(0, read.window(first - 1));
    assertEquals(5, read.window(first));
  }

  @ParameterizedTest
  @CsvSource({
    "llama,LLAMA",
    "mistral,MISTRAL",
    "qwen2,QWEN2",
    "qwen2_5_vl,QWEN2_THREE_AXES",
    "qwen2_5_vl_text,QWEN2_THREE_AXES",
    "qwen2_vl,QWEN2_THREE_AXES",
    "qwen3,QWEN3",
    "qwen3_vl_text,QWEN3_THREE_AXES"
  })
  void typesByName(String name, DecoderType type) throws IOException {
    assertEquals(
        type, DecoderType.of(Configs.of("{'model_type':'" + name + "'}"), DecoderType.LLAMA));
  }

  @ParameterizedTest
  @EnumSource
  void aFileWithoutATypeIsOfTheGivenOne(DecoderType type) throws IOException {
    assertEquals(type, DecoderType.of(Configs.of("{}"), type));
    boolean switched = type.name().startsWith("QWEN") && type != DecoderType.QWEN3_THREE_AXES;
    assertSame(switched ? KnownFields.SWITCHED_WINDOW_DECODER : KnownFields.DECODER, type.fields());
  }

  @Test
  void anUnknownTypeIsNamed() {
    String message =
        assertThrows(
                ConfigException.class,
                () -> DecoderType.of(Configs.of("{'model_type':'mamba'}"), DecoderType.LLAMA))
            .getMessage();
    assertTrue(message.contains("a known decoder type (llama, mistral, qwen2, "), message);
    assertTrue(message.endsWith("found \"mamba\""), message);
  }

  @Test
  void windowsMustBeOneForEachLayer() {
    DecoderConfig.Builder two = DecoderConfig.sized(4, 4, 2).windows(List.of(1));
    assertEquals(
        "1 attention windows for 2 layers",
        assertThrows(IllegalArgumentException.class, two::build).getMessage());
  }

  private static DecoderConfig read(DecoderType type, String fields) throws ConfigException {
    return DecoderReader.read(Configs.of("{" + fields + "}"), type, false);
  }
}
