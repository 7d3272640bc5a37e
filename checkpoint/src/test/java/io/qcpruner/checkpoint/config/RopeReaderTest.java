package io.qcpruner.checkpoint.config;

import static io.qcpruner.checkpoint.config.Configs.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.io.IOException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Frequencies worked out by hand, those of yarn by a few lines of Python from its formula. */
class RopeReaderTest {

  /** Base 100, four dimensions: frequencies 1 and 0.1; positions 8. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "{} | 99 | 1 0.1",
        "{'type':'default'} | 99 | 1 0.1",
        "{'rope_type':'mrope'} | 99 | 1 0.1",
        "{'type':'linear','factor':2} | 99 | 0.5 0.05",
        "{'type':'dynamic','factor':2} | 7 | 1 0.1",
        "{'type':'dynamic','factor':2} | 8 | 1 0.1",
        // the base grows by (2 * 16 / 8 - 1)^2 = 9
        "{'type':'dynamic','factor':2} | 16 | 1 0.03333333333333333",
        "{'type':'longrope','short_factor':[1,2],'long_factor':[4,5]} | 8 | 1 0.05",
        "{'type':'longrope','short_factor':[1,2],'long_factor':[4,5]} | 9 | 0.25 0.02",
        "{'type':'longrope','short_factor':[1,2],'long_factor':[4,5],"
            + "'original_max_position_embeddings':3} | 4 | 0.25 0.02",
      })
  void frequencies(String rope, long length, String expected) throws IOException {
    RopeScaling scaling = reader(rope, 4, 8).scaling();
    assertArrayEquals(numbers(expected), scaling.inverse(4, 100, length), 1e-15);
  }

  /** Waves of 6.3, 62.8 and 628: short ones stay, long ones are divided, 62.8 is blended. */
  @Test
  void llama3BlendsWavesOfMiddleLength() throws IOException {
    RopeScaling scaling =
        reader(
                "{'rope_type':'llama3','factor':10,'low_freq_factor':1,'high_freq_factor':4,"
                    + "'original_max_position_embeddings':100}",
                6,
                8)
            .scaling();
    assertArrayEquals(
        new double[] {1, 0.02774648292757, 0.001}, scaling.inverse(6, 1000, 1), 1e-14);
    assertEquals(false, scaling.dependsOnLength());
    assertEquals(1, scaling.attentionFactor());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "4096 | '' | 16 | 10000 | 1 0.31622776601683794 0.1 0.02569350598886808 0.00625"
            + " 0.001383496476323666 0.00025 7.905694150420948e-05",
        "4096 | ,'truncate':false | 16 | 10000 | 1 0.31622776601683794 0.1 0.02861360881198889"
            + " 0.006556971521129435 0.0012856320307266882 0.00025 7.905694150420948e-05",
        // the ramp would start below the first slot
        "20 | '' | 16 | 10000 | 1 0.19764235376052372 0.025 0.007905694150420948 0.0025"
            + " 0.0007905694150420948 0.00025 7.905694150420948e-05",
        // and end after the last
        "1000 | '' | 8 | 10 | 1 0.5623413251903491 0.31622776601683794 0.15115374985330846",
        // both ends at the first slot
        "20 | ,'beta_fast':8,'beta_slow':3.2 | 16 | 10000 | 1 0.07905694150420949 0.025"
            + " 0.007905694150420948 0.0025 0.0007905694150420948 0.00025 7.905694150420948e-05",
      })
  void yarn(int original, String more, int headDim, double theta, String expected)
      throws IOException {
    String rope =
        "{'type':'yarn','factor':4,'original_max_position_embeddings':" + original + more + "}";
    RopeScaling scaling = reader(rope.replace("''", ""), headDim, 8).scaling();
    assertArrayEquals(numbers(expected), scaling.inverse(headDim, theta, 1), 1e-15);
  }

  /** 0.1 ln 4 + 1 = 1.1386; with the paper's two scales 1.2773 / 1.1386. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "{'type':'yarn','factor':4} | 1.1386294361119891",
        "{'type':'yarn','original_max_position_embeddings':2} | 1.1386294361119891",
        "{'type':'yarn','factor':1} | 1",
        "{'type':'yarn','factor':0.5} | 1",
        "{'type':'yarn','factor':4,'mscale':2,'mscale_all_dim':1} | 1.121751143713058",
        "{'type':'yarn','factor':4,'mscale':2} | 1.1386294361119891",
        "{'type':'yarn','factor':4,'mscale_all_dim':2} | 1.1386294361119891",
        "{'type':'yarn','factor':4,'attention_factor':3} | 3",
        "{'type':'longrope','short_factor':[1,2],'long_factor':[4,5],"
            + "'original_max_position_embeddings':16,'factor':4} | 1.224744871391589",
        "{'type':'longrope','short_factor':[1,2],'long_factor':[4,5],"
            + "'original_max_position_embeddings':2} | 1.7320508075688772",
        "{'type':'longrope','short_factor':[1,2],'long_factor':[4,5],'factor':1} | 1",
        "{'type':'longrope','short_factor':[1,2],'long_factor':[4,5],'attention_factor':3} | 3",
      })
  void attentionFactors(String rope, double expected) throws IOException {
    assertEquals(expected, reader(rope, 4, 8).scaling().attentionFactor(), 1e-14);
  }

  @Test
  void dynamicAndLongRopeDependOnTheLength() throws IOException {
    assertEquals(true, reader("{'type':'dynamic','factor':2}", 4, 8).scaling().dependsOnLength());
    assertEquals(
        true,
        reader("{'type':'longrope','short_factor':[1,2],'long_factor':[4,5]}", 4, 8)
            .scaling()
            .dependsOnLength());
    assertEquals(false, reader("{}", 4, 8).scaling().dependsOnLength());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "{'type':'bent'} | rope_scaling.type must be default, linear, dynamic, yarn, llama3 or"
            + " longrope, found 'bent'",
        "{'rope_type':'bent','type':'linear'} | rope_scaling.rope_type must be default, linear,"
            + " dynamic, yarn, llama3 or longrope, found 'bent'",
        "{'type':'linear'} | rope_scaling.factor must be a positive number, found null",
        "{'type':'linear','factor':0} | rope_scaling.factor must be a positive number, found 0",
        "{'type':'linear','factor':-1} | rope_scaling.factor must be a positive number, found -1",
        "{'type':'llama3','factor':2,'low_freq_factor':4,'high_freq_factor':4} |"
            + " rope_scaling.high_freq_factor must be above low_freq_factor 4.0, found 4",
        "{'partial_rotary_factor':0.5} | rope_scaling.partial_rotary_factor must be 1, found 0.5",
        "{'type':'longrope','short_factor':[1],'long_factor':[4,5]} | rope_scaling.short_factor"
            + " must be 2 positive numbers, one for each frequency, found [1]",
        "{'type':'longrope','short_factor':[1,0],'long_factor':[4,5]} | rope_scaling.short_factor"
            + " must be 2 positive numbers, one for each frequency, found [1,0]",
      })
  void whatIsWrongIsNamed(String rope, String message) {
    assertRefused(message, () -> reader(rope, 4, 8).scaling());
  }

  @Test
  void dynamicNeedsFourDimensions() throws IOException {
    assertRefused(
        "rope_scaling.rope_type must be another with a head dimension of 2, found 'dynamic'",
        () -> reader("{'rope_type':'dynamic','factor':2}", 2, 8).scaling());
    reader("{'rope_type':'dynamic','factor':2}", 4, 8).scaling();
  }

  @Test
  void thePartOfTheHeadThatTurnsMayStandOutside() {
    assertRefused(
        "partial_rotary_factor must be 1, found 0.5",
        () -> new RopeReader(Configs.of("{'partial_rotary_factor':0.5}"), 4, 8).scaling());
  }

  @Test
  void theBaseInsideWins() throws IOException {
    assertEquals(7, theta("{}"));
    assertEquals(5, theta("{'rope_theta':5}"));
    assertEquals(3, theta("{'rope_theta':5,'rope_scaling':{'rope_theta':3}}"));
    assertEquals(3, theta("{'rope_theta':5,'rope_parameters':{'rope_theta':3}}"));
    assertEquals(2, theta("{'rope_scaling':{'rope_theta':2},'rope_parameters':{'rope_theta':3}}"));
    assertEquals(3, theta("{'rope_scaling':{},'rope_parameters':{'rope_theta':3}}"));
    assertRefused(
        "rope_theta must be above 0 and at most 1.0E15, found 2.0E15",
        () -> theta("{'rope_theta':2e15}"));
  }

  @Test
  void towersHaveTwoAxesAndNoScaling() throws IOException {
    assertEquals(9, RopeReader.axialTheta(Configs.of("{}"), 9));
    assertEquals(4, RopeReader.axialTheta(Configs.of("{'rope_parameters':{'rope_theta':4}}"), 9));
    assertEquals(
        9, RopeReader.axialTheta(Configs.of("{'rope_parameters':{'rope_type':'axial'}}"), 9));
    assertEquals(9, RopeReader.axialTheta(Configs.of("{'rope_parameters':{'type':'default'}}"), 9));
    assertRefused(
        "rope_parameters.rope_type must be axial, found 'yarn'",
        () -> RopeReader.axialTheta(Configs.of("{'rope_parameters':{'rope_type':'yarn'}}"), 9));
    assertRefused(
        "rope_parameters.type must be axial, found 'yarn'",
        () -> RopeReader.axialTheta(Configs.of("{'rope_parameters':{'type':'yarn'}}"), 9));
    assertRefused(
        "rope_parameters.odd = 1 is not understood, and it may change what the model computes",
        () -> RopeReader.axialTheta(Configs.of("{'rope_parameters':{'odd':1}}"), 9));
  }

  @Test
  void noScalingIsOneObject() throws IOException {
    assertSame(RopeScaling.NONE, reader("{}", 4, 8).scaling());
    assertEquals(1, RopeScaling.NONE.attentionFactor());
  }

  private static double theta(String json) throws IOException {
    return new RopeReader(Configs.of(json), 4, 8).theta(7);
  }

  private static RopeReader reader(String rope, int headDim, int positions) throws IOException {
    return new RopeReader(Configs.of("{'rope_scaling':" + rope + "}"), headDim, positions);
  }

  private static double[] numbers(String text) {
    return Arrays.stream(text.split(" ")).mapToDouble(Double::parseDouble).toArray();
  }
}
