package io.qcpruner.testkit;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/**
 * Hands inputs of the fuzzer to one method of a fuzz test, without JUnit and the build around it:
 * {@code -Dfuzz.class} and {@code -Dfuzz.method} name it. Used by {@code .ci/fuzz}.
 */
public final class FuzzMain {

  private static Object test;
  private static Method method;

  private FuzzMain() {}

  /** Called by Jazzer once, before the first input. */
  public static void fuzzerInitialize() throws ReflectiveOperationException {
    Class<?> type = Class.forName(System.getProperty("fuzz.class"));
    var constructor = type.getDeclaredConstructor();
    constructor.setAccessible(true);
    test = constructor.newInstance();
    method = type.getDeclaredMethod(System.getProperty("fuzz.method"), byte[].class);
    method.setAccessible(true);
  }

  /** Called by Jazzer with every input. */
  public static void fuzzerTestOneInput(byte[] data) throws Throwable {
    try {
      method.invoke(test, (Object) data);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
