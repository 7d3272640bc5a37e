package io.qcpruner.testkit;

import java.util.Random;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives test methods a seeded {@link Random} parameter: {@code @ExtendWith(Seeded.class)}. The seed
 * is fresh for each run, printed when the test fails, and set with {@code -Dtests.seed=HEX} to
 * repeat a failure.
 */
public final class Seeded implements ParameterResolver, AfterTestExecutionCallback {

  private static final ExtensionContext.Namespace SPACE =
      ExtensionContext.Namespace.create(Seeded.class);
  private static final long RUN_SEED = runSeed();

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == Random.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    // the test's name is mixed in so that two tests of one run draw different numbers
    long seed = RUN_SEED ^ context.getUniqueId().hashCode() * 0x9E3779B97F4A7C15L;
    context.getStore(SPACE).put("used", Boolean.TRUE);
    return new Random(seed);
  }

  @Override
  public void afterTestExecution(ExtensionContext context) {
    if (context.getExecutionException().isPresent()
        && context.getStore(SPACE).get("used") != null) {
      System.err.printf(
          "%s failed; repeat with -Dtests.seed=%016X%n", context.getDisplayName(), RUN_SEED);
    }
  }

  private static long runSeed() {
    String given = System.getProperty("tests.seed");
    return given == null ? new Random().nextLong() : Long.parseUnsignedLong(given, 16);
  }
}
