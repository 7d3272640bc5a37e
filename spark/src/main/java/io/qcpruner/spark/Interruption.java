package io.qcpruner.spark;

/** Stops a run in order when the process is told to end; the file keeps whole lines. */
final class Interruption {

  private final Thread hook;

  private Interruption(Thread hook) {
    this.hook = hook;
  }

  static Interruption of(Arrivals arrivals) {
    Thread hook = new Thread(arrivals::interrupt, "qcpruner-interruption");
    Runtime.getRuntime().addShutdownHook(hook);
    return new Interruption(hook);
  }

  void remove() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // the process is ending: the hook has run or runs now
      assert e.getMessage().contains("hutdown") : e;
    }
  }
}
