package io.qcpruner.text.internal.jinja;

/**
 * A macro, which is called like a function and gives what its body writes.
 *
 * @param scope the variables where it was defined
 */
record Macro(String name, MacroParameters parameters, Statement body, Run.Scope scope)
    implements Callable {

  @Override
  public Object call(Run run, Arguments arguments) {
    // a call block's body, which the macro may ask for
    Object caller = run.get("caller");
    return run.called(
        scope,
        () -> {
          run.set("caller", caller);
          parameters.bind(run, name, arguments);
          return run.captured(() -> body.run(run));
        });
  }
}
