package io.qcpruner.model.weights;

import io.qcpruner.checkpoint.weights.NumberType;
import io.qcpruner.checkpoint.weights.StoredTensor;
import io.qcpruner.checkpoint.weights.TensorSpec;
import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.media.internal.natives.NativeLibraries;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.BoolOptional;
import org.bytedeco.pytorch.LongOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptions;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * A weight file as one byte tensor over a read-only mapping of any size. Tensors cut from it share
 * its pages with every process that maps the file, and keep the mapping alive as long as they live.
 */
final class MappedFile {
  static {
    NativeLibraries.load(torch.class);
  }

  private final Tensor bytes;

  private MappedFile(Tensor bytes) {
    this.bytes = bytes;
  }

  static MappedFile open(Path path) throws WeightsException {
    PointerScope scope = new PointerScope();
    try {
      // not shared: the engine opens the file for reading and maps it copy-on-write
      Tensor bytes =
          torch.from_file(
              path.toString(),
              new BoolOptional(false),
              new LongOptional(Files.size(path)),
              new TensorOptions(ScalarType.Byte));
      bytes.retainReference();
      return new MappedFile(bytes);
    } catch (RuntimeException | IOException e) {
      throw new WeightsException(path + ": can't be mapped: " + firstLine(e), e);
    } finally {
      scope.close();
    }
  }

  /**
   * The tensor at that place. It is a view of the mapping, unless its address is not a multiple of
   * the element size: then it is a copy, because kernels may not read such addresses.
   */
  Tensor tensor(StoredTensor stored) {
    TensorSpec spec = stored.spec();
    PointerScope scope = new PointerScope();
    try {
      Tensor raw = bytes.narrow(0, stored.offset(), stored.length());
      // mappings start on a page, so the offset in the file decides the alignment
      boolean aligned = stored.offset() % spec.type().bytes() == 0;
      Tensor own = aligned ? raw : raw.clone();
      Tensor typed = own.view(scalarType(spec.type())).view(spec.shape());
      typed.retainReference();
      return typed;
    } finally {
      scope.close();
    }
  }

  /** Gives up this handle; tensors already cut stay valid. */
  void release() {
    bytes.releaseReference();
  }

  static ScalarType scalarType(NumberType type) {
    return switch (type) {
      case F64 -> ScalarType.Double;
      case F32 -> ScalarType.Float;
      case F16 -> ScalarType.Half;
      case BF16 -> ScalarType.BFloat16;
      case I64 -> ScalarType.Long;
      case I32 -> ScalarType.Int;
      case I16 -> ScalarType.Short;
      case I8 -> ScalarType.Char;
      case U8 -> ScalarType.Byte;
      case BOOL -> ScalarType.Bool;
    };
  }

  private static String firstLine(Exception e) {
    return String.valueOf(e.getMessage()).lines().findFirst().orElse("");
  }
}
