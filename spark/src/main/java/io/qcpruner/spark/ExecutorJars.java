package io.qcpruner.spark;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;

/**
 * How our classes reach executors of other processes. Libraries that Spark brings are never sent:
 * the executor has its own.
 */
final class ExecutorJars {

  /** Path list of what executors need; the launcher sets it. */
  static final String PROPERTY = "qcpruner.executor.classpath";

  private static final List<String> SPARKS_OWN =
      List.of("spark-", "scala-", "jackson-", "slf4j-", "log4j-", "netty-", "hadoop-");

  private ExecutorJars() {}

  /**
   * Settings that put our classes on the class path of executors.
   *
   * @param how auto, none or installed:DIR
   * @param temporary folder for jars that are made here
   */
  static Map<String, String> settings(String how, Path temporary) throws IOException {
    Map<String, String> settings = new TreeMap<>();
    if (how.startsWith("installed:")) {
      settings.put("spark.executor.extraClassPath", how.substring("installed:".length()) + "/*");
    } else if (how.equals("auto") && System.getProperty("SPARK_SUBMIT") == null) {
      List<String> jars = new ArrayList<>();
      for (Path jar : jars(classPath(), temporary)) {
        jars.add(jar.toUri().toString());
      }
      settings.put("spark.jars", String.join(",", jars));
    }
    return settings;
  }

  private static String classPath() {
    return System.getProperty(PROPERTY, System.getProperty("java.class.path"));
  }

  /** The jars of a class path that executors lack; class folders are packed. */
  static List<Path> jars(String classPath, Path temporary) throws IOException {
    List<Path> jars = new ArrayList<>();
    for (String entry : classPath.split(File.pathSeparator)) {
      Path path = Path.of(entry).toAbsolutePath();
      if (Files.isDirectory(path)) {
        jars.add(pack(path, temporary.resolve("classes-" + jars.size() + ".jar")));
      } else if (Files.isRegularFile(path) && !isSparksOwn(path.getFileName().toString())) {
        jars.add(path);
      }
    }
    return jars;
  }

  static boolean isSparksOwn(String name) {
    return SPARKS_OWN.stream().anyMatch(name::startsWith);
  }

  private static Path pack(Path folder, Path jar) throws IOException {
    List<Path> files;
    try (Stream<Path> found = Files.walk(folder)) {
      files = found.filter(Files::isRegularFile).sorted().toList();
    }
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream packed = new JarOutputStream(out)) {
      packed.setLevel(Deflater.BEST_SPEED);
      for (Path file : files) {
        String name = folder.relativize(file).toString().replace(File.separatorChar, '/');
        packed.putNextEntry(new ZipEntry(name));
        Files.copy(file, packed);
        packed.closeEntry();
      }
    }
    return jar;
  }
}
