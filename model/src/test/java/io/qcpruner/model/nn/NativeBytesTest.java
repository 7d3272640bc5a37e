package io.qcpruner.model.nn;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import org.bytedeco.pytorch.Tensor;
import org.junit.jupiter.api.Test;

class NativeBytesTest {

  /** Kernels count from index 0, wherever in the tensor a part begins. */
  @Test
  void aPartBeginsAtItsFirstByte() {
    Scopes.run(
        () -> {
          Tensor tensor = Tensors.ofFloats(new float[] {1, 2, 3, 4, 5}, Placement.cpu(), 5);
          ByteBuffer part = NativeBytes.of(tensor, 8, 12);
          assertEquals(12, part.capacity());
          assertEquals(0, part.position());
          assertEquals(3f, part.getFloat(0));
          assertEquals(5f, part.getFloat(8));
          assertEquals(20, NativeBytes.of(tensor).capacity());
        });
  }
}
