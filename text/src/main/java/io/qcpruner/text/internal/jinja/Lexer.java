package io.qcpruner.text.internal.jinja;

import io.qcpruner.text.internal.jinja.Token.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Cuts a template into tokens, with {@code trim_blocks} and {@code lstrip_blocks} on as
 * transformers has them: a line break after a tag and blanks before it are dropped.
 */
final class Lexer {
  private static final Pattern START = Pattern.compile("\\{[{%#]");
  private static final Pattern RAW = Pattern.compile("\\{%[-+]?\\s*raw\\s*(-%\\}\\s*+|%\\})");
  private static final Pattern END_RAW =
      Pattern.compile("\\{%([-+]?)\\s*endraw\\s*(?:\\+%\\}|-%\\}\\s*+|%\\}\\n?)");
  private static final Pattern NAME = Pattern.compile("[\\p{L}_][\\p{L}\\p{N}_]*+");
  private static final Pattern FLOAT =
      Pattern.compile(
          "\\d++(?:_\\d++)*+(?:\\.\\d++(?:_\\d++)*+(?:[eE][-+]?\\d++)?|[eE][-+]?\\d++)");
  private static final Pattern INTEGER = Pattern.compile("\\d++(?:_\\d++)*+");
  private static final Pattern OPERATOR =
      Pattern.compile("\\*\\*|//|==|!=|<=|>=|[-+*/%~<>=.:|,;()\\[\\]{}]");

  private final String source;
  private final List<Token> tokens = new ArrayList<>();
  private int at;
  private int line = 1;

  private Lexer(String source) {
    this.source = source;
  }

  static List<Token> tokens(String template) {
    String source = template.replace("\r\n", "\n").replace('\r', '\n');
    Lexer lexer =
        new Lexer(source.endsWith("\n") ? source.substring(0, source.length() - 1) : source);
    lexer.run();
    return lexer.tokens;
  }

  private void run() {
    Matcher start = START.matcher(source);
    while (at < source.length()) {
      if (!start.find(at)) {
        plain(source.substring(at));
        break;
      }
      int tag = start.start();
      char kind = source.charAt(tag + 1);
      char sign = tag + 2 < source.length() ? source.charAt(tag + 2) : ' ';
      plain(before(source.substring(at, tag), kind, sign));
      skipTo(tag);
      if (kind == '#') {
        comment();
      } else if (kind == '%' && matches(RAW)) {
        raw();
      } else {
        tag(kind, sign);
      }
    }
    tokens.add(new Token(Kind.END, "", line));
  }

  private void plain(String text) {
    if (!text.isEmpty()) {
      tokens.add(new Token(Kind.PLAIN, text, line));
    }
  }

  /** Text in front of a tag without the blanks that the tag drops. */
  private String before(String text, char kind, char sign) {
    if (sign == '-') {
      return text.stripTrailing();
    }
    if (kind == '{' || sign == '+') {
      return text;
    }
    int lineStart = text.lastIndexOf('\n') + 1;
    boolean startsLine = lineStart > 0 || at == 0 || source.charAt(at - 1) == '\n';
    return startsLine && text.substring(lineStart).isBlank() ? text.substring(0, lineStart) : text;
  }

  private void comment() {
    int end = source.indexOf("#}", at + 2);
    if (end < 0) {
      throw new Fault(line, "the comment has no end");
    }
    char sign = end > at + 2 ? source.charAt(end - 1) : ' ';
    skipTo(end + 2);
    afterTag(sign);
  }

  private void raw() {
    Matcher begin = RAW.matcher(source).region(at, source.length());
    begin.lookingAt();
    skipTo(begin.end());
    Matcher end = END_RAW.matcher(source);
    if (!end.find(at)) {
      throw new Fault(line, "raw has no endraw");
    }
    String sign = end.group(1);
    plain(before(source.substring(at, end.start()), '%', sign.isEmpty() ? ' ' : sign.charAt(0)));
    skipTo(end.end());
  }

  private void tag(char kind, char sign) {
    boolean output = kind == '{';
    int opened = line;
    tokens.add(new Token(output ? Kind.OUTPUT_START : Kind.TAG_START, "", line));
    skipTo(at + 2 + (sign == '-' || sign == '+' && !output ? 1 : 0));
    String end = output ? "}}" : "%}";
    int depth = 0;
    while (true) {
      skipBlanks();
      if (at == source.length()) {
        throw new Fault(opened, (output ? "{{" : "{%") + " has no end");
      }
      boolean signed =
          source.startsWith("-" + end, at) || !output && source.startsWith("+" + end, at);
      if (depth == 0 && (signed || source.startsWith(end, at))) {
        char last = signed ? source.charAt(at) : ' ';
        tokens.add(new Token(output ? Kind.OUTPUT_END : Kind.TAG_END, "", line));
        skipTo(at + (signed ? 3 : 2));
        if (!output || last == '-') {
          afterTag(last);
        }
        return;
      }
      depth += word();
    }
  }

  private void afterTag(char sign) {
    if (sign == '-') {
      skipBlanks();
    } else if (sign != '+' && source.startsWith("\n", at)) {
      skipTo(at + 1);
    }
  }

  /** One token of an expression; how many brackets it opens. */
  private int word() {
    char c = source.charAt(at);
    if (c == '\'' || c == '"') {
      string(c);
      return 0;
    }
    if (take(NAME, Kind.NAME) || take(FLOAT, Kind.FLOAT) || take(INTEGER, Kind.INTEGER)) {
      return 0;
    }
    if (take(OPERATOR, Kind.OPERATOR)) {
      return "([{".indexOf(c) >= 0 ? 1 : ")]}".indexOf(c) >= 0 ? -1 : 0;
    }
    throw new Fault(line, "unexpected character " + c);
  }

  private boolean take(Pattern pattern, Kind kind) {
    Matcher matcher = pattern.matcher(source).region(at, source.length());
    if (!matcher.lookingAt()) {
      return false;
    }
    tokens.add(new Token(kind, matcher.group(), line));
    skipTo(matcher.end());
    return true;
  }

  private void string(char quote) {
    int end = at + 1;
    while (end < source.length() && source.charAt(end) != quote) {
      end += source.charAt(end) == '\\' ? 2 : 1;
    }
    if (end >= source.length()) {
      throw new Fault(line, "a text has no closing " + quote);
    }
    tokens.add(new Token(Kind.STRING, Escapes.read(source.substring(at + 1, end)), line));
    skipTo(end + 1);
  }

  private boolean matches(Pattern pattern) {
    return pattern.matcher(source).region(at, source.length()).lookingAt();
  }

  private void skipBlanks() {
    int end = at;
    while (end < source.length() && Character.isWhitespace(source.charAt(end))) {
      end++;
    }
    skipTo(end);
  }

  private void skipTo(int end) {
    for (; at < end; at++) {
      line += source.charAt(at) == '\n' ? 1 : 0;
    }
  }
}
