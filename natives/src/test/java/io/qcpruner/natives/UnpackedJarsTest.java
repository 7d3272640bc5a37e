package io.qcpruner.natives;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnpackedJarsTest {
  private static final FileTime TIME = FileTime.fromMillis(1_600_000_000_000L);

  @TempDir Path temp;
  private Path cache;
  private Path inCache;
  private URLClassLoader loader;

  @BeforeEach
  void jar() throws IOException {
    Path jar = temp.resolve("a-1.jar");
    try (OutputStream out = Files.newOutputStream(jar);
        ZipOutputStream zip = new ZipOutputStream(out)) {
      for (String entry : List.of("org/a/liba.so", "org/a/libb.so", "org/other/libc.so")) {
        zip.putNextEntry(new ZipEntry(entry));
        zip.write(content(entry));
      }
      for (String folder : List.of("org/", "org/a/", "org/other/")) {
        zip.putNextEntry(new ZipEntry(folder));
      }
    }
    loader = new URLClassLoader(new URL[] {jar.toUri().toURL()}, null);
    cache = Files.createDirectory(temp.resolve("cache"));
    inCache = Files.createDirectories(cache.resolve("a-1.jar/org/a"));
  }

  @AfterEach
  void close() throws IOException {
    loader.close();
  }

  private static byte[] content(String name) {
    return ("content of " + name).getBytes(StandardCharsets.US_ASCII);
  }

  private UnpackedJars unpacked() {
    return new UnpackedJars(cache, loader);
  }

  private Path put(String name, byte[] content) throws IOException {
    Path file = Files.write(inCache.resolve(name), content);
    Files.setLastModifiedTime(file, TIME);
    return file;
  }

  @Test
  void onlyWhatAgreesWithTheJarStays() throws IOException {
    Path good = put("liba.so", content("org/a/liba.so"));
    Path renamed = put("libb.so.1", content("org/a/libb.so"));
    Path planted = put("libb.so", content("org/a/libX.so"));
    Path elsewhere = put("libc.so", content("org/other/libc.so"));
    Path half = put("liba.so.part", "content".getBytes(StandardCharsets.US_ASCII));
    unpacked().check();
    assertTrue(Files.exists(good) && Files.exists(renamed));
    assertFalse(Files.exists(planted), "same name, size and time as in the jar");
    assertFalse(Files.exists(elsewhere), "from another folder of the jar");
    assertFalse(Files.exists(half), "half a library");
  }

  @Test
  void whatWasAcceptedIsComparedAgainOnceItChanges() throws IOException {
    UnpackedJars first = unpacked();
    first.check();
    Path file = put("liba.so", "not in the jar".getBytes(StandardCharsets.US_ASCII));
    first.accept();
    unpacked().check();
    assertTrue(Files.exists(file), "listed, so not compared");
    Files.write(file, "not in the jaR".getBytes(StandardCharsets.US_ASCII));
    Files.setLastModifiedTime(file, TIME);
    unpacked().check();
    assertFalse(Files.exists(file), "same size and time, but changed since");
  }

  @Test
  void filesOfJarsThatAreNotThereStayAndAreNotTrusted() throws IOException {
    Path old = Files.createDirectories(cache.resolve("a-0.jar/org/a")).resolve("liba.so");
    Files.write(old, content("another version"));
    UnpackedJars unpacked = unpacked();
    unpacked.check();
    unpacked.accept();
    assertTrue(Files.exists(old));
    assertEquals("", Files.readString(cache.resolve(UnpackedJars.LIST)));
  }

  @Test
  void linksOutOfTheFolderAreRemoved() throws IOException {
    Path good = put("liba.so", content("org/a/liba.so"));
    Path outside = Files.write(temp.resolve("evil.so"), content("evil"));
    Path out = Files.createSymbolicLink(inCache.resolve("libb.so"), outside);
    Path inside = Files.createSymbolicLink(inCache.resolve("liba.so.1"), good.getFileName());
    Path nowhere = Files.createSymbolicLink(inCache.resolve("libc.so"), Path.of("nothing"));
    unpacked().check();
    assertTrue(Files.exists(inside));
    assertFalse(Files.exists(out, LinkOption.NOFOLLOW_LINKS));
    assertFalse(Files.exists(nowhere, LinkOption.NOFOLLOW_LINKS));
  }

  @Test
  void listThatIsNoTextIsNotTrusted() throws IOException {
    Path planted = put("liba.so", content("org/a/libX.so"));
    Files.write(cache.resolve(UnpackedJars.LIST), new byte[] {(byte) 0xff, '\t', 0, '\n', '\t'});
    unpacked().check();
    assertFalse(Files.exists(planted));
  }
}
