package io.qcpruner.media.internal.natives;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.media.internal.ffmpeg.Ffmpeg;
import java.io.IOException;
import java.net.JarURLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.stream.Stream;
import org.bytedeco.ffmpeg.global.avutil;
import org.bytedeco.javacpp.Loader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Processes whose home folder can't be written, or whose libraries somebody has changed. */
@Timeout(120)
final class PlantedLibraryTest {
  @TempDir Path temp;

  /** JavaCPP trusts a file of the right size and time in a shared folder of a known name. */
  @Test
  void libraryInTheSharedTemporaryFolderIsNotLoaded() throws Exception {
    plant(temp.resolve(".javacpp-" + System.getProperty("user.name")).resolve("cache"));
    assertEquals("loaded", run("-Duser.home=/proc/nobody"));
    try (Stream<Path> files = Files.list(temp)) {
      List<String> left = files.map(file -> file.getFileName().toString()).sorted().toList();
      assertEquals(List.of(".javacpp-" + System.getProperty("user.name"), "out"), left);
    }
  }

  @Test
  void changedLibraryOfTheUserIsUnpackedAgain() throws Exception {
    Path folder = temp.resolve("natives");
    String own = "-Dqcpruner.natives.folder=" + folder;
    assertEquals("loaded", run(own));
    Path planted = plant(folder.resolve("javacpp"));
    assertEquals("loaded", run(own));
    try (var library = Files.newInputStream(planted)) {
      assertEquals(0x7f, library.read(), "an ELF file again");
    }
    assertTrue(Files.readString(temp.resolve("out")).contains("differs from its jar"));
  }

  /** The library of avutil with other content, of the size and time that JavaCPP expects. */
  private static Path plant(Path cache) throws IOException {
    JarURLConnection connection =
        (JarURLConnection)
            avutil
                .class
                .getResource("/org/bytedeco/ffmpeg/" + platform() + "/libjniavutil.so")
                .openConnection();
    JarEntry entry = connection.getJarEntry();
    String jar = Path.of(connection.getJarFile().getName()).getFileName().toString();
    Path file = cache.resolve(jar).resolve(entry.getName());
    Files.createDirectories(file.getParent());
    Files.write(file, new byte[Math.toIntExact(entry.getSize())]);
    Files.setLastModifiedTime(file, FileTime.fromMillis(entry.getTime()));
    return file;
  }

  private static String platform() {
    return Loader.Detector.getPlatform();
  }

  private String run(String option) throws Exception {
    Path out = temp.resolve("out");
    ProcessBuilder start =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                option,
                "-Djava.io.tmpdir=" + temp,
                "-XX:ErrorFile=" + temp.resolve("crash"),
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                Loads.class.getName())
            .redirectErrorStream(true)
            .redirectOutput(out.toFile());
    List.of("QCPRUNER_NATIVES", "QCPRUNER_CACHE", "XDG_CACHE_HOME")
        .forEach(start.environment()::remove);
    int code = start.start().waitFor();
    String said = Files.readString(out);
    assertFalse(Files.exists(temp.resolve("crash")), said);
    assertEquals(0, code, said);
    return said.lines().reduce((first, second) -> second).orElse("");
  }

  /** A program that needs FFmpeg. */
  static final class Loads {
    private Loads() {}

    public static void main(String[] args) {
      Ffmpeg.load();
      System.out.println("loaded");
    }
  }
}
