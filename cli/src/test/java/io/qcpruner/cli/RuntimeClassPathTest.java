package io.qcpruner.cli;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the launcher puts on the class path is used at run time. */
class RuntimeClassPathTest {

  private static final Path LIST = Path.of("target", "dependencies");

  @Test
  void librariesOfTheProgramAreThere() throws IOException {
    assertTrue(Files.readString(LIST).contains("picocli-"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"junit", "opentest4j", "pdfbox", "animated-gif", "jazzer", "archunit"})
  void librariesThatNothingUsesAreNot(String name) throws IOException {
    assertFalse(Files.readString(LIST).contains(name), name + " is on the run-time class path");
  }
}
