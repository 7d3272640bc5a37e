package io.qcpruner.cli;

import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Says in one line why a command failed and what to do next. */
final class FailureText {

  private static final int LONGEST = 1000;
  private static final Pattern ALLOCATION = Pattern.compile("tried to allocate (\\d{1,18}) bytes");

  private FailureText() {}

  static String of(Throwable failure) {
    Throwable cause = failure instanceof ExceptionInInitializerError ? failure.getCause() : failure;
    if (cause instanceof OutOfMemoryError) {
      return String.format(
          Locale.ROOT,
          "out of memory (%s): the Java heap has %.1f GB; give it more with"
              + " QCPRUNER_JAVA_OPTS=-Xmx8g, or take smaller inputs",
          clean(String.valueOf(cause.getMessage())),
          Runtime.getRuntime().maxMemory() / 1e9);
    }
    if (cause instanceof StackOverflowError) {
      return "the input is nested too deeply; a larger stack may help:"
          + " QCPRUNER_JAVA_OPTS=-Xss16m";
    }
    if (cause instanceof LinkageError) {
      return "a library can't be loaded ("
          + clean(String.valueOf(cause.getMessage()))
          + "); 'qcpruner doctor' says what this machine lacks";
    }
    String text = String.valueOf(cause == null ? failure : cause.getMessage());
    Matcher allocation = ALLOCATION.matcher(text);
    if (allocation.find()) {
      return String.format(
          Locale.ROOT,
          "out of memory: the model needs another %.1f GB; try --weights int8, a smaller budget or"
              + " a smaller picture",
          Long.parseLong(allocation.group(1)) / 1e9);
    }
    if (cause instanceof FileSystemException file) {
      return clean(fileProblem(file));
    }
    if (cause == null || cause.getMessage() == null) {
      return failure.getClass().getSimpleName() + " (use --debug for details)";
    }
    return cause instanceof Error
        ? "internal error: " + clean(text) + " (use --debug for details)"
        : clean(text);
  }

  /** The JDK's own messages often are the file's name alone. */
  private static String fileProblem(FileSystemException e) {
    String problem = e.getReason();
    if (e instanceof NoSuchFileException) {
      problem = "no such file or folder";
    } else if (e instanceof AccessDeniedException) {
      problem = "access denied";
    } else if (e instanceof FileAlreadyExistsException) {
      problem = "exists already";
    } else if (e instanceof NotDirectoryException) {
      problem = "is not a folder";
    }
    return e.getFile() + ": " + (problem == null ? "can't be used" : problem);
  }

  /** One line without control characters, whoever wrote the message. */
  static String clean(String text) {
    String plain =
        // libtorch adds where in its sources it failed, and its stack
        text.replaceFirst("(?s)\\s*\\bException raised from \\S+ at .*", "")
            .strip()
            // whoever quotes an address: its user name and password stay out
            .replaceAll("://[^/\\s@]*@", "://")
            .replaceAll("\u001b\\[[0-9;?]*[ -/]*[@-~]", "")
            .replaceAll("\\s*[\\r\\n]+\\s*", "; ")
            .replaceAll("\\p{Cntrl}", "?");
    return plain.length() > LONGEST ? plain.substring(0, LONGEST) + " ..." : plain;
  }
}
