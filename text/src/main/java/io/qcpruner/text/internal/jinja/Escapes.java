package io.qcpruner.text.internal.jinja;

/** Reads the backslashes of a text in a template as Python does. */
final class Escapes {
  private Escapes() {}

  static String read(String written) {
    if (written.indexOf('\\') < 0) {
      return written;
    }
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < written.length(); i++) {
      char c = written.charAt(i);
      if (c != '\\' || i + 1 == written.length()) {
        out.append(c);
        continue;
      }
      char kind = written.charAt(++i);
      int digits = kind == 'x' ? 2 : kind == 'u' ? 4 : kind == 'U' ? 8 : 0;
      if (digits > 0) {
        out.appendCodePoint(codePoint(written, i + 1, digits));
        i += digits;
      } else if (kind >= '0' && kind <= '7') {
        int end = i;
        while (end < Math.min(written.length(), i + 3) && isOctal(written.charAt(end))) {
          end++;
        }
        out.append((char) Integer.parseInt(written.substring(i, end), 8));
        i = end - 1;
      } else {
        out.append(simple(kind));
      }
    }
    return out.toString();
  }

  private static boolean isOctal(char c) {
    return c >= '0' && c <= '7';
  }

  private static int codePoint(String written, int from, int digits) {
    if (from + digits <= written.length()) {
      String hex = written.substring(from, from + digits);
      if (hex.matches("[0-9a-fA-F]+")) {
        long value = Long.parseLong(hex, 16);
        if (value <= Character.MAX_CODE_POINT) {
          return (int) value;
        }
      }
    }
    throw new Fault("\\" + written.charAt(from - 1) + " without " + digits + " hex digits");
  }

  private static String simple(char kind) {
    return switch (kind) {
      case 'n' -> "\n";
      case 't' -> "\t";
      case 'r' -> "\r";
      case 'b' -> "\b";
      case 'f' -> "\f";
      case 'a' -> "\u0007";
      case 'v' -> "\u000b";
      case '\n' -> "";
      case '\\', '\'', '"' -> String.valueOf(kind);
      default -> "\\" + kind;
    };
  }
}
