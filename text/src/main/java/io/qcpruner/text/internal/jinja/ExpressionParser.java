package io.qcpruner.text.internal.jinja;

import io.qcpruner.text.internal.jinja.Token.Kind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads expressions; operators bind as in Jinja. */
final class ExpressionParser {
  private static final int MAX_DEPTH = 200;
  private static final Set<String> COMPARISONS = Set.of("==", "!=", "<", "<=", ">", ">=");
  private static final Set<Kind> VALUES = Set.of(Kind.NAME, Kind.STRING, Kind.INTEGER, Kind.FLOAT);
  private static final Set<String> OPENING = Set.of("(", "[", "{");
  private static final Set<String> NO_VALUES = Set.of("else", "or", "and");

  private final TokenStream tokens;
  private int depth;

  ExpressionParser(TokenStream tokens) {
    this.tokens = tokens;
  }

  /** With {@code a if b else c}. */
  Expression expression() {
    if (++depth > MAX_DEPTH) {
      throw new Fault(tokens.current().line(), "deeper than " + MAX_DEPTH + " levels");
    }
    Expression out = withoutCondition();
    while (tokens.skipName("if")) {
      Expression yes = out;
      Expression condition = withoutCondition();
      Expression no =
          tokens.skipName("else") ? expression() : run -> new Undefined("a value without else");
      out = run -> Values.isTrue(condition.value(run)) ? yes.value(run) : no.value(run);
    }
    depth--;
    return out;
  }

  /** Without {@code if}, which means something else after {@code for}. */
  Expression withoutCondition() {
    Expression left = conjunction();
    while (tokens.skipName("or")) {
      Expression a = left;
      Expression b = conjunction();
      left =
          run -> {
            Object first = a.value(run);
            return Values.isTrue(first) ? first : b.value(run);
          };
    }
    return left;
  }

  /** An expression, or several with commas as a tuple. */
  Expression list() {
    Expression first = expression();
    if (!tokens.current().isOperator(",")) {
      return first;
    }
    List<Expression> items = new ArrayList<>(List.of(first));
    while (tokens.skip(",")) {
      if (tokens.current().kind() == Kind.TAG_END || tokens.current().isOperator(")")) {
        break;
      }
      items.add(expression());
    }
    Expression all = listOf(items);
    return run -> new Tuple((List<?>) all.value(run));
  }

  private Expression conjunction() {
    Expression left = negation();
    while (tokens.skipName("and")) {
      Expression a = left;
      Expression b = negation();
      left =
          run -> {
            Object first = a.value(run);
            return Values.isTrue(first) ? b.value(run) : first;
          };
    }
    return left;
  }

  private Expression negation() {
    if (tokens.skipName("not")) {
      if (++depth > MAX_DEPTH) {
        throw new Fault(tokens.current().line(), "deeper than " + MAX_DEPTH + " levels");
      }
      Expression inner = negation();
      depth--;
      return run -> !Values.isTrue(inner.value(run));
    }
    return comparison();
  }

  private Expression comparison() {
    Expression first = sum();
    List<String> operators = new ArrayList<>();
    List<Expression> others = new ArrayList<>();
    int line = tokens.current().line();
    while (true) {
      Token token = tokens.current();
      if (token.kind() == Kind.OPERATOR && COMPARISONS.contains(token.text())) {
        operators.add(tokens.next().text());
      } else if (tokens.skipName("in")) {
        operators.add("in");
      } else if (token.isName("not") && tokens.following().isName("in")) {
        tokens.next();
        tokens.next();
        operators.add("not in");
      } else {
        break;
      }
      others.add(sum());
    }
    if (operators.isEmpty()) {
      return first;
    }
    return at(
        line,
        run -> {
          Object left = first.value(run);
          for (int i = 0; i < operators.size(); i++) {
            Object right = others.get(i).value(run);
            if (!holds(operators.get(i), left, right)) {
              return false;
            }
            left = right;
          }
          return true;
        });
  }

  private static boolean holds(String operator, Object a, Object b) {
    return switch (operator) {
      case "==" -> Values.equal(a, b);
      case "!=" -> !Values.equal(a, b);
      case "<" -> Values.compare(a, b) < 0;
      case "<=" -> Values.compare(a, b) <= 0;
      case ">" -> Values.compare(a, b) > 0;
      case ">=" -> Values.compare(a, b) >= 0;
      case "in" -> Values.contains(b, a);
      default -> !Values.contains(b, a);
    };
  }

  private Expression sum() {
    return chain(Set.of("+", "-"), () -> chain(Set.of("~"), this::product));
  }

  private Expression product() {
    return chain(Set.of("*", "/", "//", "%"), () -> chain(Set.of("**"), () -> unary(true)));
  }

  /** Operators of one rank, from left to right. */
  private Expression chain(Set<String> operators, java.util.function.Supplier<Expression> part) {
    Expression left = part.get();
    while (tokens.current().kind() == Kind.OPERATOR
        && operators.contains(tokens.current().text())) {
      Token operator = tokens.next();
      Expression a = left;
      Expression b = part.get();
      left =
          at(
              operator.line(),
              run -> Arithmetic.apply(run, operator.text(), a.value(run), b.value(run)));
    }
    return left;
  }

  private Expression unary(boolean filtered) {
    if (++depth > MAX_DEPTH) {
      throw new Fault(tokens.current().line(), "deeper than " + MAX_DEPTH + " levels");
    }
    int line = tokens.current().line();
    Expression out;
    if (tokens.skip("-")) {
      Expression inner = unary(false);
      out = at(line, run -> Arithmetic.apply(run, "-", 0L, inner.value(run)));
    } else if (tokens.skip("+")) {
      Expression inner = unary(false);
      out = at(line, run -> Values.number(inner.value(run)));
    } else {
      out = primary();
    }
    out = postfix(out);
    depth--;
    return filtered ? filters(out) : out;
  }

  private Expression primary() {
    Token token = tokens.current();
    switch (token.kind()) {
      case NAME:
        return name(tokens.next());
      case STRING:
        StringBuilder all = new StringBuilder();
        while (tokens.current().kind() == Kind.STRING) {
          all.append(tokens.next().text());
        }
        Text text = Text.of(all.toString());
        return run -> text;
      case INTEGER:
        Long whole = whole(tokens.next());
        return run -> whole;
      case FLOAT:
        Double number = Double.valueOf(tokens.next().text().replace("_", ""));
        return run -> number;
      default:
        break;
    }
    if (tokens.skip("(")) {
      if (tokens.skip(")")) {
        return run -> new Tuple(List.of());
      }
      Expression inner = list();
      tokens.expect(")");
      return inner;
    }
    if (tokens.skip("[")) {
      List<Expression> items = new ArrayList<>();
      while (!tokens.skip("]")) {
        comma(items.isEmpty());
        if (tokens.skip("]")) {
          break;
        }
        items.add(expression());
      }
      return listOf(items);
    }
    if (tokens.skip("{")) {
      return dict();
    }
    throw tokens.unexpected("a value");
  }

  private static Long whole(Token token) {
    String digits = token.text().replace("_", "");
    if (digits.length() > 18) {
      throw new Fault(token.line(), "the number " + digits + " is too large");
    }
    return Long.valueOf(digits);
  }

  private static Expression name(Token token) {
    return switch (token.text()) {
      case "true", "True" -> run -> true;
      case "false", "False" -> run -> false;
      case "none", "None" -> run -> None.NONE;
      default -> run -> run.get(token.text());
    };
  }

  private void comma(boolean first) {
    if (!first) {
      tokens.expect(",");
    }
  }

  private static Expression listOf(List<Expression> items) {
    return run -> {
      List<Object> out = new ArrayList<>();
      items.forEach(item -> out.add(item.value(run)));
      run.spend(out.size());
      return out;
    };
  }

  private Expression dict() {
    List<Expression> keys = new ArrayList<>();
    List<Expression> values = new ArrayList<>();
    while (!tokens.skip("}")) {
      comma(keys.isEmpty());
      if (tokens.skip("}")) {
        break;
      }
      keys.add(expression());
      tokens.expect(":");
      values.add(expression());
    }
    return run -> {
      Map<Object, Object> out = new LinkedHashMap<>();
      for (int i = 0; i < keys.size(); i++) {
        out.put(keys.get(i).value(run), values.get(i).value(run));
      }
      return out;
    };
  }

  private Expression postfix(Expression start) {
    Expression out = start;
    while (true) {
      Expression value = out;
      Token token = tokens.current();
      if (tokens.skip(".")) {
        Token name = tokens.next();
        if (name.kind() == Kind.INTEGER) {
          Long index = whole(name);
          out = at(token.line(), run -> Slices.item(value.value(run), index));
        } else if (name.kind() == Kind.NAME) {
          out = at(token.line(), run -> Attributes.of(value.value(run), name.text()));
        } else {
          throw new Fault(name.line(), name.shown() + " where a name should be");
        }
      } else if (tokens.skip("[")) {
        out = at(token.line(), subscript(value));
      } else if (token.isOperator("(")) {
        out = call(value);
      } else {
        return out;
      }
    }
  }

  private Expression subscript(Expression value) {
    Expression start = tokens.current().isOperator(":") ? null : list();
    if (!tokens.skip(":")) {
      tokens.expect("]");
      return run -> Slices.item(value.value(run), start.value(run));
    }
    Expression stop = bound();
    Expression step = tokens.skip(":") ? bound() : null;
    tokens.expect("]");
    return run ->
        Slices.slice(run, value.value(run), given(start, run), given(stop, run), given(step, run));
  }

  private Expression bound() {
    boolean none = tokens.current().isOperator(":") || tokens.current().isOperator("]");
    return none ? null : expression();
  }

  private static Object given(Expression bound, Run run) {
    return bound == null ? null : bound.value(run);
  }

  private Expression call(Expression callee) {
    int line = tokens.current().line();
    WrittenArguments arguments = arguments();
    return at(
        line,
        run -> {
          run.step();
          Object called = callee.value(run);
          if (called instanceof Callable function) {
            return function.call(run, arguments.values(run));
          }
          throw called instanceof Undefined undefined
              ? undefined.fault()
              : new Fault(Values.kind(called) + " can't be called");
        });
  }

  /** Arguments in brackets. */
  WrittenArguments arguments() {
    WrittenArguments out = new WrittenArguments();
    tokens.expect("(");
    boolean first = true;
    while (!tokens.skip(")")) {
      comma(first);
      if (tokens.skip(")")) {
        break;
      }
      first = false;
      if (tokens.current().isOperator("*") || tokens.current().isOperator("**")) {
        throw new Fault(tokens.current().line(), "arguments after a star are not supported");
      }
      boolean named = tokens.current().kind() == Kind.NAME && tokens.following().isOperator("=");
      String name = named ? tokens.name() : null;
      tokens.skip(named ? "=" : "");
      out.add(name, expression());
    }
    return out;
  }

  /** The filters, tests and calls after a value. */
  Expression filters(Expression start) {
    Expression out = start;
    while (true) {
      if (tokens.skip("|")) {
        out = filter(out);
      } else if (tokens.skipName("is")) {
        out = test(out);
      } else if (tokens.current().isOperator("(")) {
        out = call(out);
      } else {
        return out;
      }
    }
  }

  /** One filter by its name, on a value. */
  Expression filter(Expression value) {
    Token name = tokens.expect(Kind.NAME, "the name of a filter");
    TemplateFilter filter = TemplateFilter.named(name.text());
    WrittenArguments arguments =
        tokens.current().isOperator("(") ? arguments() : new WrittenArguments();
    return at(
        name.line(),
        run -> {
          if (filter == null) { // no fault of a template that never gets here
            throw new Fault("there is no filter " + name.text());
          }
          return filter.apply(run, value.value(run), arguments.values(run));
        });
  }

  private Expression test(Expression value) {
    boolean negated = tokens.skipName("not");
    Token name = tokens.expect(Kind.NAME, "the name of a test");
    WrittenArguments arguments = new WrittenArguments();
    Token after = tokens.current();
    if (after.isOperator("(")) {
      arguments = arguments();
    } else if (VALUES.contains(after.kind())
            && !(after.kind() == Kind.NAME && NO_VALUES.contains(after.text()))
        || after.kind() == Kind.OPERATOR && OPENING.contains(after.text())) {
      if (after.isName("is")) {
        throw new Fault(after.line(), "a test can't follow a test");
      }
      arguments.add(null, postfix(primary()));
    }
    WrittenArguments given = arguments;
    return at(
        name.line(),
        run -> Check.require(name.text()).holds(value.value(run), given.values(run)) != negated);
  }

  /** Like above; faults carry a line. */
  static Expression at(int line, Expression inner) {
    return run -> {
      run.step();
      try {
        return inner.value(run);
      } catch (Fault e) {
        throw e.at(line);
      }
    };
  }
}
