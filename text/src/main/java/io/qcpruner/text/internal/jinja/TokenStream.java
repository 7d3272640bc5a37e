package io.qcpruner.text.internal.jinja;

import io.qcpruner.text.internal.jinja.Token.Kind;
import java.util.List;

/** The tokens of a template, read one after the other. */
final class TokenStream {
  private final List<Token> tokens;
  private int at;

  TokenStream(List<Token> tokens) {
    this.tokens = tokens;
  }

  Token current() {
    return tokens.get(at);
  }

  Token following() {
    return tokens.get(Math.min(at + 1, tokens.size() - 1));
  }

  Token next() {
    Token token = current();
    at += at + 1 < tokens.size() ? 1 : 0;
    return token;
  }

  /** Goes on if the current token is this operator. */
  boolean skip(String operator) {
    boolean there = current().isOperator(operator);
    if (there) {
      next();
    }
    return there;
  }

  boolean skipName(String name) {
    boolean there = current().isName(name);
    if (there) {
      next();
    }
    return there;
  }

  void expect(String operator) {
    if (!skip(operator)) {
      throw unexpected(operator);
    }
  }

  String name() {
    if (current().kind() != Kind.NAME) {
      throw unexpected("a name");
    }
    return next().text();
  }

  Token expect(Kind kind, String shown) {
    if (current().kind() != kind) {
      throw unexpected(shown);
    }
    return next();
  }

  Fault unexpected(String wanted) {
    return new Fault(
        current().line(), "%s where %s should be".formatted(current().shown(), wanted));
  }
}
