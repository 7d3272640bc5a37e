package io.qcpruner.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.checkpoint.synthetic.TinyModel;
import io.qcpruner.checkpoint.weights.SafetensorsFile;
import io.qcpruner.checkpoint.weights.StoredTensor;
import io.qcpruner.media.RgbImage;
import io.qcpruner.model.synthetic.TinyFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Weights with numbers that are none, files that change under a model, texts without end. */
class DamagedModelTest {

  @TempDir Path folder;
  private Path weights;

  @BeforeEach
  void write() throws IOException {
    TinyFolder.write(TinyModel.LLAVA, folder);
    try (var files = Files.list(folder)) {
      weights = files.filter(f -> f.toString().endsWith(".safetensors")).findFirst().orElseThrow();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "layers.1.mlp.down_proj.weight | NaN       | after layer 1; ",
        "layers.0.mlp.down_proj.weight | Infinity  | after layer 0; ",
        "multi_modal_projector.linear_2.bias | NaN | before layer 0: ",
        "lm_head.weight                | NaN       | after its last layer; ",
      })
  void damagedWeightsFailWithTheirPlace(String name, float value, String place) throws IOException {
    damage(name, value);
    try (VisionLanguageModel model = VisionLanguageModel.open(folder);
        EncodedVisual seen = model.encode(RgbImage.filled(40, 30, 9, 99, 199))) {
      String message =
          assertThrows(UncheckedIOException.class, () -> model.ask(seen, Ask.of("What is it?")))
              .getMessage();
      assertTrue(
          message.startsWith("the model produced NaN or infinite numbers " + place), message);
    }
  }

  /** Writes one number over every element of the tensor whose name ends so. */
  private void damage(String name, float value) throws IOException {
    StoredTensor found = null;
    try (SafetensorsFile file = SafetensorsFile.open(weights)) {
      for (StoredTensor tensor : file.tensors().values()) {
        found = tensor.spec().name().endsWith(name) ? tensor : found;
      }
    }
    assertEquals(4, found.spec().type().bytes(), "the tiny model is F32");
    ByteBuffer bytes = ByteBuffer.allocate((int) found.length()).order(ByteOrder.LITTLE_ENDIAN);
    while (bytes.hasRemaining()) {
      bytes.putFloat(value);
    }
    try (FileChannel file = FileChannel.open(weights, StandardOpenOption.WRITE)) {
      file.write(bytes.flip(), found.offset());
    }
  }

  @Test
  void fileThatWasCutWhileTheModelWasOpenIsNamedBeforeItIsRead() throws IOException {
    try (VisionLanguageModel model = VisionLanguageModel.open(folder);
        EncodedVisual seen = model.encode(RgbImage.filled(40, 30, 9, 99, 199))) {
      model.ask(seen, Ask.of("What is it?").withMaxNewTokens(1));
      Files.setLastModifiedTime(weights, java.nio.file.attribute.FileTime.fromMillis(1));
      String message =
          assertThrows(UncheckedIOException.class, () -> model.ask(seen, Ask.of("What is it?")))
              .getMessage();
      assertTrue(message.contains(weights.getFileName() + " was changed"), message);
    }
  }

  @Test
  @Timeout(20)
  void endlessQuestionIsRefusedBeforeItIsTokenised() throws IOException {
    String question = "why ".repeat(15_000_000);
    try (VisionLanguageModel model = VisionLanguageModel.open(folder);
        EncodedVisual seen = model.encode(RgbImage.filled(40, 30, 9, 99, 199))) {
      String message =
          assertThrows(IllegalArgumentException.class, () -> model.ask(seen, Ask.of(question)))
              .getMessage();
      assertTrue(message.contains("characters, more than a context of"), message);
    }
  }
}
