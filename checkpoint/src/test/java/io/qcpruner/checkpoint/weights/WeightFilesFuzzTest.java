package io.qcpruner.checkpoint.weights;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Files from anywhere: whatever the bytes are, reading ends with tensors inside the file or with
 * our own exception. Runs the saved inputs in a normal build; {@code JAZZER_FUZZ=1} searches for
 * new ones.
 */
class WeightFilesFuzzTest {

  @FuzzTest(maxDuration = "3m")
  void safetensors(byte[] data) throws IOException {
    Path file = Files.createTempFile("fuzz", ".safetensors");
    try {
      Files.write(file, data);
      try (SafetensorsFile tensors = SafetensorsFile.open(file)) {
        for (StoredTensor tensor : tensors.tensors().values()) {
          assertTrue(tensor.offset() >= 10 && tensor.end() <= data.length);
          tensors.floats(tensor.spec().name());
        }
      } catch (WeightsException expected) {
        assertTrue(expected.getMessage().startsWith(file.toString()), expected.getMessage());
      }
    } finally {
      Files.delete(file);
    }
  }

  @FuzzTest(maxDuration = "3m")
  void pickle(byte[] data) {
    try {
      PickleReader.read(data, "fuzz");
    } catch (WeightsException expected) {
      assertTrue(expected.getMessage().startsWith("fuzz: data.pkl: "), expected.getMessage());
    }
  }

  @FuzzTest(maxDuration = "3m")
  void torchZip(byte[] data) throws IOException {
    Path file = Files.createTempFile("fuzz", ".bin");
    try {
      Files.write(file, data);
      for (StoredTensor tensor : TorchZip.read(file).values()) {
        assertTrue(tensor.offset() >= 0 && tensor.end() <= data.length);
      }
    } catch (WeightsException expected) {
      assertTrue(expected.getMessage().startsWith(file.toString()), expected.getMessage());
    } finally {
      Files.delete(file);
    }
  }
}
