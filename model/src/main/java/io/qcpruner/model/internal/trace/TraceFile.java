package io.qcpruner.model.internal.trace;

import io.qcpruner.checkpoint.weights.NumberType;
import io.qcpruner.checkpoint.weights.SafetensorsWriter;
import io.qcpruner.checkpoint.weights.TensorSpec;
import io.qcpruner.model.nn.Tensors;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bytedeco.pytorch.Tensor;

/** Named tensors in memory, to be written as one safetensors file. */
public final class TraceFile {

  /** Either floats or longs, the other is null. */
  private record Entry(TensorSpec spec, float[] floats, long[] longs) {}

  private final Map<String, Entry> entries = new LinkedHashMap<>();

  void floats(String name, Tensor tensor) {
    floats(name, Tensors.toFloats(tensor), Tensors.shape(tensor));
  }

  void floats(String name, float[] values, long... shape) {
    entries.put(name, new Entry(new TensorSpec(name, NumberType.F32, shape), values, null));
  }

  void longs(String name, long[] values, long... shape) {
    entries.put(name, new Entry(new TensorSpec(name, NumberType.I64, shape), null, values));
  }

  void indices(String name, int[] values) {
    longs(name, Arrays.stream(values).asLongStream().toArray(), values.length);
  }

  /** Names and shapes in the order they were recorded. */
  public List<TensorSpec> contents() {
    return entries.values().stream().map(Entry::spec).toList();
  }

  /** The values of a float tensor. */
  public float[] floats(String name) {
    return entries.get(name).floats();
  }

  /** The values of an integer tensor. */
  public long[] longs(String name) {
    return entries.get(name).longs();
  }

  public boolean has(String name) {
    return entries.containsKey(name);
  }

  public void write(Path file) throws IOException {
    try (SafetensorsWriter writer = new SafetensorsWriter(file, new ArrayList<>(contents()))) {
      for (Entry entry : entries.values()) {
        if (entry.floats() != null) {
          writer.floats(entry.floats());
        } else {
          writer.longs(entry.longs());
        }
      }
      writer.finish();
    }
  }
}
