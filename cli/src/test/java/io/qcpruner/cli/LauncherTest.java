package io.qcpruner.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The launcher script, run for real in an empty checkout with stand-ins for java and mvn. */
final class LauncherTest {

  private record Result(int exit, String out, String err) {}

  @TempDir Path checkout;
  private final Map<String, String> environment = new HashMap<>();
  private Path home;

  @BeforeEach
  void emptyCheckout() throws IOException {
    Files.copy(Path.of("..", "qcpruner"), checkout.resolve("qcpruner"));
    LaunchFolder.copyTo(checkout.resolve("cli/src/main/launch"));
    Files.writeString(checkout.resolve("pom.xml"), "<project/>");
    Files.createDirectories(checkout.resolve("core/src/main"));
    home = fakeJdk("jdk17", "17.0.1");
    // what a build leaves behind
    script(
        checkout.resolve("bin/mvn"),
        "echo built >> '"
            + checkout
            + "/builds'; mkdir -p cli/target; echo a.jar > cli/target/dependencies");
  }

  @Test
  void buildsOnceAndPassesTheArgumentsOn() throws Exception {
    Result first = run(home, "select", "two words");
    assertEquals(0, first.exit, first.err);
    assertTrue(first.err.contains("building"), first.err);
    assertTrue(first.out.contains("io.qcpruner.cli.Main select two words"), first.out);
    assertTrue(first.out.contains("/options/always "), first.out);
    assertTrue(first.out.contains("/options/vector "), first.out);
    assertFalse(first.out.contains("/options/java22"), first.out);
    assertTrue(first.out.contains("OMP=PASSIVE,2000"), first.out);

    assertFalse(run(home, "select").err.contains("building"));
    assertEquals(1, Files.readAllLines(checkout.resolve("builds")).size());
  }

  @Test
  void libraryClassesAreArchivedOnceForTheLibraries() throws Exception {
    String archiving =
        """
        for a in "$@"; do case "$a" in
          -XX:DumpLoadedClassList=*) echo org/lib/A > "${a#*=}"; echo io/qcpruner/B >> "${a#*=}"; exit 0 ;;
          -XX:SharedClassListFile=*) cat "${a#*=}" >> '%s/archived' ;;
          -XX:SharedArchiveFile=*) echo x > "${a#*=}" ;;
        esac; done"""
            .formatted(checkout);
    Path jdk = fakeJdk("archiving", "17.0.1", archiving);
    String archive = "-XX:SharedArchiveFile=" + checkout.resolve("cli/target/libraries.jsa");
    assertTrue(run(jdk, "select").out.contains(archive));
    assertEquals(List.of("org/lib/A"), Files.readAllLines(checkout.resolve("archived")));

    Files.setLastModifiedTime(
        checkout.resolve("pom.xml"), FileTime.from(Instant.now().plusSeconds(5)));
    assertTrue(run(jdk, "select").err.contains("building"));
    assertEquals(1, Files.readAllLines(checkout.resolve("archived")).size());
  }

  /** Without the embedded model, say: what can't be archived is loaded from its jar. */
  @Test
  void aFailedArchiveStopsNothing() throws Exception {
    Result result = run(home, "select");
    assertEquals(0, result.exit, result.err);
    assertFalse(result.out.contains("SharedArchiveFile"), result.out);
    assertEquals(1, result.out.lines().count(), result.out);
  }

  @Test
  void sparkIsBuiltAndLoadedWhenAskedForAlone() throws Exception {
    script(
        checkout.resolve("bin/mvn"),
        "echo \"$@\" >> '"
            + checkout
            + "/builds'; mkdir -p cli/target spark/target; echo a.jar:/x/slf4j-jdk14-2.jar >"
            + " cli/target/dependencies; echo spark.jar > spark/target/dependencies; echo"
            + " netty.jar:/x/slf4j-jdk14-2.jar > spark/target/runtime-dependencies");
    Result plain = run(home, "eval");
    assertFalse(plain.out.contains("spark"), plain.out);
    Result spark = run(home, "eval", "--engine", "spark");
    assertTrue(spark.out.contains("spark.jar:netty.jar:"), spark.out);
    assertTrue(spark.out.contains("--add-opens=java.base/java.util.concurrent.atomic="), spark.out);
    assertFalse(spark.out.split(" -cp ")[1].contains("slf4j-jdk14"), spark.out);
    assertTrue(run(home, "eval", "--engine=spark").out.contains("spark.jar:"));
    List<String> builds = Files.readAllLines(checkout.resolve("builds"));
    assertEquals(2, builds.size(), builds.toString());
    assertTrue(builds.get(0).contains("-pl cli -am"), builds.get(0));
    assertTrue(builds.get(1).contains("-pl cli,spark -am"), builds.get(1));
  }

  @Test
  void optionsFollowTheJavaThatRuns() throws Exception {
    run(home);
    String late = run(fakeJdk("jdk25", "25", "")).out;
    assertTrue(late.contains("/options/java22 "), late);
    Path bare = fakeJdk("bare", "25.0.2", "");
    // the release file counts, and is enough: this java is asked nothing
    Files.writeString(
        bare.resolve("release"), "JAVA_VERSION=\"25.0.2\"\nMODULES=\"java.base java.sql\"");
    String scalar = run(bare).out;
    assertTrue(scalar.contains("/options/java22 "), scalar);
    assertFalse(scalar.contains("/options/vector"), scalar);
  }

  @Test
  void aBareRuntimeDoesNotBuild() throws Exception {
    script(checkout.resolve("bin/mvn"), "echo \"$JAVA_HOME\" > '" + checkout + "/builder'; exit 1");
    script(checkout.resolve("sdk/bin/javac"), "exit 0");
    Files.createSymbolicLink(checkout.resolve("bin/javac"), checkout.resolve("sdk/bin/javac"));
    run(home);
    assertEquals(
        checkout.toRealPath().resolve("sdk").toString(),
        Files.readString(checkout.resolve("builder")).strip());
  }

  @Test
  void jarsOfOthersComeLast() throws Exception {
    environment.put("QCPRUNER_CLASSPATH", "/x/my method.jar:/y/b.jar");
    String out = run(home).out;
    assertTrue(out.contains("/cli/target/classes:/x/my method.jar:/y/b.jar io.qcpruner"), out);
  }

  @Test
  void runsWithoutAHomeFolder() throws Exception {
    environment.put("HOME", null);
    Result result = run(home, "select");
    assertEquals(0, result.exit, result.err);
  }

  @Test
  void aWaitPolicyFromOutsideIsNotOverriddenByASpin() throws Exception {
    environment.put("OMP_WAIT_POLICY", "ACTIVE");
    Result result = run(home, "select");
    assertTrue(result.out.contains("OMP=ACTIVE, "), result.out);
  }

  @Test
  void largeTensorsGoBackToTheSystemUnlessSaidOtherwise() throws Exception {
    assertTrue(run(home, "select").out.contains("MMAP=4194304 "));
    environment.put("MALLOC_MMAP_THRESHOLD_", "1000");
    assertTrue(run(home, "select").out.contains("MMAP=1000 "));
  }

  @Test
  void buildsAgainWhenASourceIsNewer() throws Exception {
    run(home);
    Path source = Files.writeString(checkout.resolve("core/src/main/A.java"), "class A {}");
    Files.setLastModifiedTime(source, FileTime.from(Instant.now().plusSeconds(5)));
    run(home);
    assertEquals(2, Files.readAllLines(checkout.resolve("builds")).size());
  }

  @Test
  void dropsTheIncubatorLineAndNothingElse() throws Exception {
    run(home);
    assertEquals("a real message\n", run(home).err);
  }

  @Test
  void takesTheExitCodeOfTheCommand() throws Exception {
    assertEquals(7, run(fakeJdk("failing", "21.0.2", "exit 7"), "x").exit);
  }

  @Test
  void passesOverAnOldJdk() throws Exception {
    Path old = fakeJdk("jdk11", "11.0.9");
    script(checkout.resolve("bin/java"), Files.readString(home.resolve("bin/java")));
    Result result = run(old);
    assertEquals(0, result.exit, result.err);
    assertTrue(result.out.contains("JDK 17.0.1"), result.out);
  }

  @Test
  void saysThatTheBuildFailed() throws Exception {
    script(checkout.resolve("bin/mvn"), "exit 1");
    Result result = run(home);
    assertEquals(1, result.exit);
    assertTrue(result.err.contains("the build failed"), result.err);
  }

  private Path fakeJdk(String name, String version, String... last) throws IOException {
    Path jdk = checkout.resolve(name);
    String body =
        """
        if [ "$1" = -version ]; then echo 'openjdk version "%s"' >&2; exit 0; fi
        if [ "$1" = --list-modules ]; then echo java.base@17; echo jdk.incubator.vector@17; exit 0; fi
        echo "WARNING: Using incubator modules: jdk.incubator.vector" >&2
        echo "a real message" >&2
        echo "JDK %s OMP=$OMP_WAIT_POLICY,$GOMP_SPINCOUNT MMAP=$MALLOC_MMAP_THRESHOLD_ $*"
        %s
        """
            .formatted(version, version, String.join("\n", last));
    script(jdk.resolve("bin/java"), body);
    return jdk;
  }

  private static void script(Path file, String body) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, body.startsWith("#!") ? body : "#!/bin/sh\n" + body);
    assertTrue(file.toFile().setExecutable(true));
  }

  private Result run(Path javaHome, String... arguments) throws Exception {
    ProcessBuilder builder = new ProcessBuilder("bash", checkout.resolve("qcpruner").toString());
    builder.command().addAll(List.of(arguments));
    builder.environment().put("JAVA_HOME", javaHome.toString());
    builder
        .environment()
        .keySet()
        .removeAll(Set.of("OMP_WAIT_POLICY", "GOMP_SPINCOUNT", "MALLOC_MMAP_THRESHOLD_"));
    environment.forEach(
        (name, value) -> {
          if (value == null) {
            builder.environment().remove(name);
          } else {
            builder.environment().put(name, value);
          }
        });
    builder.environment().put("PATH", checkout.resolve("bin") + ":" + System.getenv("PATH"));
    Process process = builder.start();
    // stderr ends only when the launcher's filter has written everything
    CompletableFuture<String> err =
        CompletableFuture.supplyAsync(() -> text(process.getErrorStream()));
    String out = text(process.getInputStream());
    return new Result(process.waitFor(), out, err.get());
  }

  private static String text(InputStream stream) {
    try {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
