package io.qcpruner.checkpoint.weights;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * Decodes the opcodes that PyTorch writes for a state dictionary. It builds plain values and
 * refuses everything else, so a hostile file can at worst fail to load.
 */
final class PickleReader {
  private static final int MAX_PROTOCOL = 5;

  private final ByteBuffer in;
  private final String label;
  private final PickleStack stack;

  private PickleReader(byte[] pickle, String label) {
    this.in = ByteBuffer.wrap(pickle).order(ByteOrder.LITTLE_ENDIAN);
    this.label = label;
    this.stack = new PickleStack();
  }

  /** The dictionary at the top of the pickle. */
  static Map<?, ?> read(byte[] pickle, String label) throws WeightsException {
    PickleReader reader = new PickleReader(pickle, label);
    try {
      while (reader.step()) {}
      if (reader.stack.result() instanceof Map<?, ?> map) {
        return map;
      }
      throw new PickleStack.Malformed("the pickle holds no dictionary");
    } catch (PickleStack.Malformed e) {
      throw new WeightsException(
          "%s: data.pkl: %s (at byte %d)".formatted(label, e.getMessage(), reader.in.position()),
          e);
    }
  }

  /** Runs one opcode; false at the end. */
  private boolean step() throws PickleStack.Malformed {
    int opcode = unsigned(1);
    switch (opcode) {
      case 0x80 -> protocol(unsigned(1)); // PROTO
      case 0x95 -> require(in.remaining() >= 8 && in.getLong() >= 0, "bad frame"); // FRAME
      case '(' -> stack.mark();
      case '}' -> stack.pushDict(); // EMPTY_DICT
      case ']' -> stack.pushList(); // EMPTY_LIST
      case ')' -> stack.pushTuple(0); // EMPTY_TUPLE
      case 't' -> stack.pushTupleFromMark(); // TUPLE
      case 0x85, 0x86, 0x87 -> stack.pushTuple(opcode - 0x84); // TUPLE1..3
      case 'X' -> stack.push(text(signedInt())); // BINUNICODE
      case 0x8C -> stack.push(text(unsigned(1))); // SHORT_BINUNICODE
      case 'J' -> stack.push((long) signedInt()); // BININT
      case 'K' -> stack.push((long) unsigned(1)); // BININT1
      case 'M' -> stack.push((long) unsigned(2)); // BININT2
      case 0x8A -> stack.push(longOf(unsigned(1))); // LONG1
      case 0x88 -> stack.push(Boolean.TRUE); // NEWTRUE
      case 0x89 -> stack.push(Boolean.FALSE); // NEWFALSE
      case 'N' -> stack.push(PickleStack.NONE);
      case 'q' -> stack.memoize(unsigned(1)); // BINPUT
      case 'r' -> stack.memoize(signedInt()); // LONG_BINPUT
      case 0x94 -> stack.memoizeNext(); // MEMOIZE
      case 'h' -> stack.recall(unsigned(1)); // BINGET
      case 'j' -> stack.recall(signedInt()); // LONG_BINGET
      case 'c' -> stack.push(global(line() + "." + line())); // GLOBAL
      case 0x93 -> stackGlobal(); // STACK_GLOBAL
      case 'Q' -> stack.push(PickleCalls.storage(stack.pop())); // BINPERSID
      case 'R' -> reduce();
      case 'b' -> build();
      case 'a' -> stack.append();
      case 'e' -> stack.appendAll();
      case 's' -> stack.setItem();
      case 'u' -> stack.setItems();
      case '.' -> {
        return false;
      }
      default -> throw new PickleStack.Malformed("opcode 0x%02X is refused".formatted(opcode));
    }
    return true;
  }

  private void reduce() throws PickleStack.Malformed {
    Object arguments = stack.pop();
    Object function = stack.pop();
    stack.push(PickleCalls.call(function, arguments));
  }

  /** Attributes of a dictionary (PyTorch's version notes) are of no use here. */
  private void build() throws PickleStack.Malformed {
    stack.pop();
    require(stack.peek() instanceof Map, "BUILD of something that is not a dictionary");
  }

  private void stackGlobal() throws PickleStack.Malformed {
    Object name = stack.pop();
    Object module = stack.pop();
    // never print other values: a list that contains itself has no text
    require(name instanceof String && module instanceof String, "a name that is not text");
    stack.push(global(module + "." + name));
  }

  private static Pickle.Global global(String name) throws PickleStack.Malformed {
    Pickle.Global global = Pickle.Global.named(name);
    require(global != null, "the name " + name + " is refused; weights never need it");
    return global;
  }

  private static void protocol(int version) throws PickleStack.Malformed {
    require(version <= MAX_PROTOCOL, "protocol " + version + " is unknown");
  }

  private int unsigned(int bytes) throws PickleStack.Malformed {
    require(in.remaining() >= bytes, "cut off");
    return bytes == 1 ? in.get() & 0xFF : in.getShort() & 0xFFFF;
  }

  private int signedInt() throws PickleStack.Malformed {
    require(in.remaining() >= 4, "cut off");
    return in.getInt();
  }

  private String text(int length) throws PickleStack.Malformed {
    require(length >= 0 && length <= in.remaining(), "text of " + length + " bytes is cut off");
    byte[] bytes = new byte[length];
    in.get(bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private long longOf(int length) throws PickleStack.Malformed {
    require(length <= 8 && length <= in.remaining(), "integer of " + length + " bytes");
    byte[] bigEndian = new byte[length];
    for (int i = length - 1; i >= 0; i--) {
      bigEndian[i] = in.get();
    }
    return length == 0 ? 0 : new BigInteger(bigEndian).longValue();
  }

  private String line() throws PickleStack.Malformed {
    int start = in.position();
    while (in.hasRemaining()) {
      if (in.get() == '\n') {
        return new String(in.array(), start, in.position() - 1 - start, StandardCharsets.UTF_8);
      }
    }
    throw new PickleStack.Malformed("name without end");
  }

  private static void require(boolean good, String problem) throws PickleStack.Malformed {
    if (!good) {
      throw new PickleStack.Malformed(problem);
    }
  }
}
