package io.qcpruner.text.internal.jinja;

/**
 * A word of a template.
 *
 * @param text plain text, a name, an operator, the value of a string, or the digits of a number
 */
record Token(Kind kind, String text, int line) {

  /** What a token is. */
  enum Kind {
    PLAIN,
    OUTPUT_START,
    OUTPUT_END,
    TAG_START,
    TAG_END,
    NAME,
    STRING,
    INTEGER,
    FLOAT,
    OPERATOR,
    END
  }

  boolean is(Kind wanted, String word) {
    return kind == wanted && text.equals(word);
  }

  boolean isName(String word) {
    return is(Kind.NAME, word);
  }

  boolean isOperator(String word) {
    return is(Kind.OPERATOR, word);
  }

  /** How messages call it. */
  String shown() {
    return switch (kind) {
      case OUTPUT_END -> "}}";
      case TAG_END -> "%}";
      case OUTPUT_START -> "{{";
      case TAG_START -> "{%";
      case STRING -> "the text '" + text + "'";
      case PLAIN -> "plain text";
      case END -> "the end of the template";
      default -> text;
    };
  }
}
