package io.qcpruner.text.internal.jinja;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A {@code for} tag.
 *
 * @param filter which items count; null for all
 * @param otherwise runs if there is none; null for nothing
 */
record Loop(Target target, Expression items, Expression filter, Statement body, Statement otherwise)
    implements Statement {
  private static final int COST = 256; // in characters: each item gets variables of its own

  @Override
  public Flow run(Run run) {
    Object value = items.value(run);
    List<?> chosen = filter == null ? Values.items(value) : filtered(run, Values.items(value));
    run.spend(chosen.size());
    if (chosen.isEmpty()) {
      return otherwise == null ? Flow.NEXT : run.inside(run.scope(), () -> otherwise.run(run));
    }
    List<Object> changes = new ArrayList<>();
    for (int i = 0; i < chosen.size(); i++) {
      run.spend(COST);
      int index = i;
      Flow flow =
          run.inside(
              run.scope(),
              () -> {
                target.set(run, chosen.get(index));
                run.set("loop", state(chosen, index, changes));
                return body.run(run);
              });
      if (flow == Flow.BREAK) {
        break;
      }
    }
    return Flow.NEXT;
  }

  private List<?> filtered(Run run, List<?> all) {
    List<Object> out = new ArrayList<>();
    for (Object item : all) {
      boolean counts =
          run.inside(
              run.scope(),
              () -> {
                target.set(run, item);
                return Values.isTrue(filter.value(run));
              });
      if (counts) {
        out.add(item);
      }
    }
    return out;
  }

  /** The variable {@code loop}. */
  private static Map<Object, Object> state(List<?> items, int i, List<Object> changes) {
    int size = items.size();
    Map<Object, Object> loop = new HashMap<>();
    loop.put(Text.of("index"), (long) i + 1);
    loop.put(Text.of("index0"), (long) i);
    loop.put(Text.of("revindex"), (long) size - i);
    loop.put(Text.of("revindex0"), (long) size - i - 1);
    loop.put(Text.of("first"), i == 0);
    loop.put(Text.of("last"), i == size - 1);
    loop.put(Text.of("length"), (long) size);
    loop.put(Text.of("previtem"), i > 0 ? items.get(i - 1) : new Undefined("loop.previtem"));
    loop.put(Text.of("nextitem"), i + 1 < size ? items.get(i + 1) : new Undefined("loop.nextitem"));
    Callable cycle =
        (run, args) -> {
          if (args.list().isEmpty()) {
            throw new Fault("cycle has nothing to choose from");
          }
          return args.list().get(i % args.list().size());
        };
    loop.put(Text.of("cycle"), cycle);
    Callable changed =
        (run, args) -> {
          boolean same = !changes.isEmpty() && Values.equal(changes.get(0), args.list());
          changes.clear();
          changes.add(args.list());
          return !same;
        };
    loop.put(Text.of("changed"), changed);
    return loop;
  }
}
