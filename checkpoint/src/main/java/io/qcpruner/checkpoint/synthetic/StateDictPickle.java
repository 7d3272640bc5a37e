package io.qcpruner.checkpoint.synthetic;

import io.qcpruner.checkpoint.weights.NumberType;
import io.qcpruner.checkpoint.weights.TensorSpec;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The pickle of an ordered dictionary of tensors, each in a storage numbered by its place. */
final class StateDictPickle {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  private StateDictPickle() {}

  static byte[] of(List<TensorSpec> specs) {
    StateDictPickle pickle = new StateDictPickle();
    pickle.op(0x80).op(2); // PROTO 2
    pickle.global("collections", "OrderedDict").op(')').op('R');
    pickle.op('('); // MARK ... SETITEMS
    for (int i = 0; i < specs.size(); i++) {
      pickle.text(specs.get(i).name());
      pickle.tensor(specs.get(i), i);
    }
    pickle.op('u').op('.');
    return pickle.out.toByteArray();
  }

  private void tensor(TensorSpec spec, int storage) {
    global("torch._utils", "_rebuild_tensor_v2").op('(');
    op('(').text("storage").global("torch", storageClass(spec.type()));
    text(String.valueOf(storage)).text("cpu").integer(spec.elements());
    op('t').op('Q'); // TUPLE, BINPERSID
    integer(0);
    long[] shape = spec.shape();
    long[] strides = shape.clone();
    long stride = 1;
    for (int i = shape.length - 1; i >= 0; i--) {
      strides[i] = stride;
      stride *= shape[i];
    }
    tuple(shape).tuple(strides);
    op(0x89); // NEWFALSE: requires_grad
    global("collections", "OrderedDict").op(')').op('R');
    op('t').op('R');
  }

  private StateDictPickle tuple(long[] values) {
    op('(');
    for (long value : values) {
      integer(value);
    }
    return op('t');
  }

  private StateDictPickle op(int code) {
    out.write(code);
    return this;
  }

  private StateDictPickle global(String module, String name) {
    op('c');
    out.writeBytes((module + "\n" + name + "\n").getBytes(StandardCharsets.US_ASCII));
    return this;
  }

  private StateDictPickle text(String value) {
    byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
    op('X');
    out.writeBytes(intBytes(bytes.length));
    out.writeBytes(bytes);
    return this;
  }

  private StateDictPickle integer(long value) {
    op('J');
    out.writeBytes(intBytes(Math.toIntExact(value)));
    return this;
  }

  private static byte[] intBytes(int value) {
    return ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(value).array();
  }

  private static String storageClass(NumberType type) {
    return switch (type) {
      case F32 -> "FloatStorage";
      case F16 -> "HalfStorage";
      case BF16 -> "BFloat16Storage";
      default -> throw new IllegalArgumentException("no PyTorch storage here for " + type);
    };
  }
}
