package io.qcpruner.text.internal.grammar;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The parts of JSON as rules. Between tokens one space is allowed and nothing else: an answer can't
 * go on for ever with blanks. Numbers have at most fifteen digits on either side of the point, as
 * many as a double keeps.
 */
final class JsonRules {
  static final int MAX_DIGITS = 15;

  private final Rule character = character();
  private final Rule string = new Rule();
  private final Rule number = new Rule();
  private final Rule value = new Rule();
  private final Rule object = new Rule();

  JsonRules() {
    Rule characters = new Rule();
    characters.define(
        new Node.Choice(
            new Node.Call(character, new Node.Call(characters, Node.END)), quote(Node.END)));
    string.define(quote(new Node.Call(characters, Node.END)));
    number.define(number());
    object.define(object(value));
    value.define(
        new Node.Choice(
            new Node.Call(object, Node.END),
            array(value, 0, Integer.MAX_VALUE),
            new Node.Call(string, Node.END),
            new Node.Call(number, Node.END),
            text("true", Node.END),
            text("false", Node.END),
            text("null", Node.END)));
  }

  Rule string() {
    return string;
  }

  Rule numbers() {
    return number;
  }

  Rule object() {
    return object;
  }

  Rule value() {
    return value;
  }

  /** A string of a number of characters; {@code max} may be {@link Integer#MAX_VALUE}. */
  Node string(int min, int max) {
    if (min == 0 && max == Integer.MAX_VALUE) {
      return new Node.Call(string, Node.END);
    }
    Node rest;
    if (max == Integer.MAX_VALUE) {
      Rule characters = new Rule();
      characters.define(
          new Node.Choice(
              new Node.Call(character, new Node.Call(characters, Node.END)), quote(Node.END)));
      rest = new Node.Call(characters, Node.END);
    } else {
      rest = quote(Node.END);
      for (int i = min; i < max; i++) {
        rest = new Node.Choice(new Node.Call(character, rest), quote(Node.END));
      }
    }
    for (int i = 0; i < min; i++) {
      rest = new Node.Call(character, rest);
    }
    return quote(rest);
  }

  /** An array of items of one rule. */
  static Node array(Rule item, int min, int max) {
    Node close = text("]", Node.END);
    if (max == 0) {
      return text("[", close);
    }
    Node rest;
    if (max == Integer.MAX_VALUE) {
      Rule more = new Rule();
      more.define(
          new Node.Choice(comma(new Node.Call(item, new Node.Call(more, Node.END))), close));
      rest = new Node.Call(more, Node.END);
    } else {
      rest = close;
      for (int i = Math.max(1, min); i < max; i++) {
        rest = new Node.Choice(comma(new Node.Call(item, rest)), close);
      }
    }
    for (int i = 1; i < min; i++) {
      rest = comma(new Node.Call(item, rest));
    }
    Node items = new Node.Call(item, rest);
    return text("[", min == 0 ? new Node.Choice(items, close) : items);
  }

  /** An object of any names and values of one rule. */
  Node object(Rule values) {
    Node close = text("}", Node.END);
    Rule more = new Rule();
    Rule entry = new Rule().define(new Node.Call(string, colon(new Node.Call(values, Node.END))));
    more.define(new Node.Choice(comma(new Node.Call(entry, new Node.Call(more, Node.END))), close));
    return text("{", new Node.Choice(new Node.Call(entry, new Node.Call(more, Node.END)), close));
  }

  static Node comma(Node next) {
    return text(",", optionalSpace(next));
  }

  static Node colon(Node next) {
    return text(":", optionalSpace(next));
  }

  static Node optionalSpace(Node next) {
    return new Node.Choice(next, new Node.Bytes(next, ' ', ' '));
  }

  /** These bytes and no others. */
  static Node text(String text, Node next) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    Node node = next;
    for (int i = bytes.length - 1; i >= 0; i--) {
      int b = bytes[i] & 0xFF;
      node = new Node.Bytes(node, b, b);
    }
    return node;
  }

  private static Node quote(Node next) {
    return new Node.Bytes(next, '"', '"');
  }

  /** From {@code min} to {@code max} digits. */
  static Node digits(int min, int max, Node next) {
    Node node = next;
    for (int i = min; i < max; i++) {
      node = new Node.Choice(next, new Node.Bytes(node, '0', '9'));
    }
    for (int i = 0; i < min; i++) {
      node = new Node.Bytes(node, '0', '9');
    }
    return node;
  }

  private static Node number() {
    Node sign =
        new Node.Choice(
            new Node.Bytes(digits(1, 2, Node.END), '+', '+', '-', '-'), digits(1, 2, Node.END));
    Node exponent = new Node.Choice(Node.END, new Node.Bytes(sign, 'e', 'e', 'E', 'E'));
    Node fraction = new Node.Choice(exponent, text(".", digits(1, MAX_DIGITS, exponent)));
    Node whole =
        new Node.Choice(
            text("0", fraction), new Node.Bytes(digits(0, MAX_DIGITS - 1, fraction), '1', '9'));
    return new Node.Choice(whole, text("-", whole));
  }

  /**
   * One character of a string: well-formed UTF-8, or an escape. Escaped surrogates are left out, so
   * that every escape is one character.
   */
  private static Rule character() {
    Node end = Node.END;
    Node tail = new Node.Bytes(end, 0x80, 0xBF);
    Node tail2 = new Node.Bytes(tail, 0x80, 0xBF);
    List<Node> options = new ArrayList<>();
    options.add(new Node.Bytes(end, 0x20, 0x21, 0x23, 0x5B, 0x5D, 0x7F));
    options.add(new Node.Bytes(tail, 0xC2, 0xDF));
    options.add(new Node.Bytes(new Node.Bytes(tail, 0xA0, 0xBF), 0xE0, 0xE0));
    options.add(new Node.Bytes(tail2, 0xE1, 0xEC, 0xEE, 0xEF));
    options.add(new Node.Bytes(new Node.Bytes(tail, 0x80, 0x9F), 0xED, 0xED));
    options.add(new Node.Bytes(new Node.Bytes(tail2, 0x90, 0xBF), 0xF0, 0xF0));
    options.add(new Node.Bytes(new Node.Bytes(tail2, 0x80, 0xBF), 0xF1, 0xF3));
    options.add(new Node.Bytes(new Node.Bytes(tail2, 0x80, 0x8F), 0xF4, 0xF4));
    Node h1 = hex(end);
    Node h2 = hex(h1);
    Node plain = new Node.Bytes(hex(h2), '0', '9', 'a', 'c', 'e', 'f', 'A', 'C', 'E', 'F');
    Node belowSurrogates = new Node.Bytes(new Node.Bytes(h2, '0', '7'), 'd', 'd', 'D', 'D');
    Node escape =
        new Node.Choice(
            new Node.Bytes(
                end, '"', '"', '\\', '\\', '/', '/', 'b', 'b', 'f', 'f', 'n', 'n', 'r', 'r', 't',
                't'),
            text("u", new Node.Choice(plain, belowSurrogates)));
    options.add(text("\\", escape));
    return new Rule().define(new Node.Choice(options));
  }

  private static Node hex(Node next) {
    return new Node.Bytes(next, '0', '9', 'a', 'f', 'A', 'F');
  }
}
