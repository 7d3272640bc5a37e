package io.qcpruner.text.internal.jinja;

import io.qcpruner.text.internal.jinja.Statement.Flow;
import io.qcpruner.text.internal.jinja.Token.Kind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads the tags of a template. */
final class StatementParser {
  private static final int MAX_DEPTH = 100;

  private final TokenStream tokens;
  private final ExpressionParser expressions;
  private int depth;
  private int loops;

  StatementParser(List<Token> tokens) {
    this.tokens = new TokenStream(tokens);
    this.expressions = new ExpressionParser(this.tokens);
  }

  Statement template() {
    Statement body = body(Set.of());
    if (tokens.current().kind() != Kind.END) {
      throw tokens.unexpected("the end of the template");
    }
    return body;
  }

  /** Statements up to a tag of one of these names, which is left to be read. */
  private Statement body(Set<String> ends) {
    if (++depth > MAX_DEPTH) {
      throw new Fault(tokens.current().line(), "tags deeper than " + MAX_DEPTH + " levels");
    }
    int opened = tokens.current().line();
    List<Statement> out = new ArrayList<>();
    while (true) {
      Token token = tokens.current();
      if (token.kind() == Kind.END) {
        if (!ends.isEmpty()) {
          throw new Fault(
              opened, "there is no " + String.join(" or ", ends.stream().sorted().toList()));
        }
        break;
      }
      if (token.kind() == Kind.TAG_START && ends.contains(tokens.following().text())) {
        tokens.next();
        break;
      }
      out.add(statement());
    }
    depth--;
    return Statement.all(out);
  }

  /** Statements up to the end tag, which is read too. */
  private Statement bodyTo(String end) {
    Statement out = body(Set.of(end));
    tokens.next();
    endTag();
    return out;
  }

  private void endTag() {
    tokens.expect(Kind.TAG_END, "%}");
  }

  private Statement statement() {
    Token token = tokens.next();
    if (token.kind() == Kind.PLAIN) {
      Text text = Text.of(token.text());
      return write(run -> text);
    }
    if (token.kind() == Kind.OUTPUT_START) {
      Expression value = expressions.list();
      tokens.expect(Kind.OUTPUT_END, "}}");
      return write(ExpressionParser.at(token.line(), run -> Values.text(value.value(run))));
    }
    Token name = tokens.expect(Kind.NAME, "the name of a tag");
    return switch (name.text()) {
      case "if" -> condition();
      case "for" -> loop();
      case "set" -> set();
      case "macro" -> macro();
      case "call" -> callBlock(name.line());
      case "filter" -> filterBlock();
      case "with" -> with();
      case "generation" -> {
        endTag();
        yield scoped(bodyTo("endgeneration"));
      }
      case "break", "continue" -> jump(name);
      default -> throw new Fault(name.line(), "the tag " + name.text() + " is not supported");
    };
  }

  private static Statement write(Expression value) {
    return run -> {
      run.write((Text) value.value(run));
      return Flow.NEXT;
    };
  }

  private static Statement scoped(Statement body) {
    return run -> run.inside(run.scope(), () -> body.run(run));
  }

  private Statement jump(Token name) {
    if (loops == 0) {
      throw new Fault(name.line(), name.text() + " outside of a loop");
    }
    endTag();
    Flow flow = name.text().equals("break") ? Flow.BREAK : Flow.CONTINUE;
    return run -> flow;
  }

  private Statement condition() {
    Expression condition = expressions.list();
    endTag();
    Statement yes = body(Set.of("elif", "else", "endif"));
    String next = tokens.name();
    Statement no = run -> Flow.NEXT;
    if (next.equals("elif")) {
      no = condition();
    } else {
      endTag();
      no = next.equals("else") ? bodyTo("endif") : no;
    }
    Statement otherwise = no;
    return run -> Values.isTrue(condition.value(run)) ? yes.run(run) : otherwise.run(run);
  }

  private Statement loop() {
    Target target = target();
    if (!tokens.skipName("in")) {
      throw tokens.unexpected("in");
    }
    int line = tokens.current().line();
    Expression items = expressions.withoutCondition();
    Expression filter = tokens.skipName("if") ? expressions.expression() : null;
    if (tokens.current().isName("recursive")) {
      throw new Fault(tokens.current().line(), "recursive loops are not supported");
    }
    endTag();
    loops++;
    Statement body = body(Set.of("else", "endfor"));
    loops--;
    String next = tokens.name();
    endTag();
    Statement otherwise = next.equals("else") ? bodyTo("endfor") : null;
    return new Loop(target, ExpressionParser.at(line, items), filter, body, otherwise);
  }

  /** A name, several names, or an attribute of a namespace. */
  private Target target() {
    boolean bracket = tokens.skip("(");
    List<String> names = new ArrayList<>();
    do {
      if (tokens.current().isName("in")) {
        break; // after a trailing comma
      }
      names.add(tokens.name());
    } while (tokens.skip(","));
    if (bracket) {
      tokens.expect(")");
    }
    return Target.of(names);
  }

  private Statement set() {
    int line = tokens.current().line();
    if (tokens.current().kind() == Kind.NAME && tokens.following().isOperator(".")) {
      String object = tokens.name();
      tokens.expect(".");
      String attribute = tokens.name();
      return assigned(line, Target.attribute(object, attribute));
    }
    return assigned(line, target());
  }

  private Statement assigned(int line, Target target) {
    Expression value;
    if (tokens.skip("=")) {
      value = expressions.list();
      endTag();
    } else {
      Captured captured = new Captured();
      value = expressions.filters(captured);
      endTag();
      captured.body = scoped(bodyTo("endset"));
    }
    Expression located = ExpressionParser.at(line, value);
    return run -> {
      Object result = located.value(run);
      try {
        target.set(run, result);
      } catch (Fault e) {
        throw e.at(line);
      }
      return Flow.NEXT;
    };
  }

  /** What a body writes, as a value that filters can follow. */
  private static final class Captured implements Expression {
    private Statement body;

    @Override
    public Object value(Run run) {
      return run.captured(() -> body.run(run));
    }
  }

  private Statement filterBlock() {
    Captured captured = new Captured();
    Expression value = expressions.filters(expressions.filter(captured));
    endTag();
    captured.body = scoped(bodyTo("endfilter"));
    return write(run -> Values.text(value.value(run)));
  }

  private Statement with() {
    Map<String, Expression> values = new LinkedHashMap<>();
    while (tokens.current().kind() == Kind.NAME) {
      String name = tokens.name();
      tokens.expect("=");
      values.put(name, expressions.expression());
      tokens.skip(",");
    }
    endTag();
    Statement body = bodyTo("endwith");
    return run ->
        run.inside(
            run.scope(),
            () -> {
              values.forEach((name, value) -> run.set(name, value.value(run)));
              return body.run(run);
            });
  }

  private Statement macro() {
    String name = tokens.name();
    MacroParameters parameters = parameters();
    endTag();
    int outer = loops;
    loops = 0;
    Statement body = bodyTo("endmacro");
    loops = outer;
    return run -> {
      run.set(name, new Macro(name, parameters, body, run.scope()));
      return Flow.NEXT;
    };
  }

  private MacroParameters parameters() {
    List<String> names = new ArrayList<>();
    Map<String, Expression> defaults = new LinkedHashMap<>();
    tokens.expect("(");
    while (!tokens.skip(")")) {
      if (!names.isEmpty()) {
        tokens.expect(",");
      }
      String name = tokens.name();
      names.add(name);
      if (tokens.skip("=")) {
        defaults.put(name, expressions.expression());
      }
    }
    return new MacroParameters(names, defaults);
  }

  private Statement callBlock(int line) {
    MacroParameters parameters =
        tokens.current().isOperator("(") ? parameters() : new MacroParameters(List.of(), Map.of());
    Expression callee = expressions.withoutCondition();
    endTag();
    Statement body = bodyTo("endcall");
    return write(
        ExpressionParser.at(
            line,
            run ->
                run.inside(
                    run.scope(),
                    () -> {
                      run.set("caller", new Macro("caller", parameters, body, run.scope()));
                      return Values.text(callee.value(run));
                    })));
  }
}
