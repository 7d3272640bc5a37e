package io.qcpruner.text;

import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Tokens that are words with the blanks and line breaks in front of them. */
final class FusedLines implements Tokenizer {

  private static final Pattern TOKEN = Pattern.compile("\\s*\\S+|\\s+");

  @Override
  public Tokens encode(String text) {
    TokenBuffer tokens = new TokenBuffer();
    Matcher found = TOKEN.matcher(text);
    int id = 0;
    while (found.find()) {
      tokens.add(id++, found.start(), found.end());
    }
    return tokens.tokens();
  }

  @Override
  public OptionalInt special(String token) {
    return OptionalInt.empty();
  }

  @Override
  public boolean isSpecial(int id) {
    return false;
  }

  @Override
  public OptionalInt bos() {
    return OptionalInt.empty();
  }

  @Override
  public byte[] bytes(int id) {
    return new byte[0];
  }

  @Override
  public int size() {
    return 100;
  }

  @Override
  public boolean dropsLeadingSpace() {
    return false;
  }
}
