package io.qcpruner.model;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.qcpruner.checkpoint.weights.SafetensorsFile;
import io.qcpruner.model.nn.Tensors;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Arrays;
import org.bytedeco.pytorch.Tensor;

/** Activations of Hugging Face transformers, written by reference/make_goldens.py. */
public final class Golden {
  private final String name;

  private Golden(String name) {
    this.name = name;
  }

  public static Golden of(String name) {
    return new Golden(name);
  }

  public float[] floats(String tensor) {
    try (SafetensorsFile file = SafetensorsFile.open(path())) {
      return file.floats(tensor);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public long[] longs(String tensor) {
    try (SafetensorsFile file = SafetensorsFile.open(path())) {
      return file.longs(tensor);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Path path() {
    try {
      return Path.of(Golden.class.getResource("/golden/" + name + ".safetensors").toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Compares with the end of the stored tensor, so that a golden may hold more rows than needed.
   */
  public void assertSame(String tensor, Tensor actual, float tolerance) {
    assertSame(tensor, Tensors.toFloats(actual), tolerance);
  }

  public void assertSame(String tensor, float[] actual, float tolerance) {
    float[] expected = floats(tensor);
    assertEquals(0, expected.length % actual.length, tensor + ": sizes don't fit");
    float[] tail = Arrays.copyOfRange(expected, expected.length - actual.length, expected.length);
    assertArrayEquals(tail, actual, tolerance, name + " " + tensor);
  }
}
