package io.qcpruner.dist;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Writes the licences of every library of the archive: a list, the texts that it names, and what
 * the jars bring themselves. A library that the table does not know is an error, so that none is
 * shipped without its licence.
 */
public final class LicenceCollector {
  static final String LIST = "THIRD-PARTY.txt";
  private static final String OURS = "qcpruner-";
  private static final Pattern TEXT =
      Pattern.compile("META-INF/(LICEN[SC]E|NOTICE|COPYING)[^/]*", Pattern.CASE_INSENSITIVE);

  /** One line of the table. */
  record Library(String prefix, List<String> texts, String what) {}

  private LicenceCollector() {}

  /** Arguments: folder of jars, folder with table and texts, our licence, folder to write. */
  public static void main(String[] arguments) throws IOException {
    Path out = Path.of(arguments[3]);
    collect(Path.of(arguments[0]), Path.of(arguments[1]), Path.of(arguments[2]), out);
  }

  static void collect(Path jars, Path texts, Path apache, Path out) throws IOException {
    List<Library> table = table(texts.resolve("libraries.tsv"));
    List<String> list = new ArrayList<>();
    Set<String> used = new TreeSet<>();
    Files.createDirectories(out);
    for (Path jar : jars(jars)) {
      String name = jar.getFileName().toString();
      Library library = of(name, table);
      used.addAll(library.texts());
      list.add("%-58s %-28s %s".formatted(name, String.join(", ", library.texts()), library.what));
      extract(jar, out.resolve(name.replaceFirst("\\.jar$", "")));
    }
    for (String text : used) {
      Path source = text.equals("Apache-2.0") ? apache : texts.resolve(text + ".txt");
      Files.writeString(out.resolve(text + ".txt"), Files.readString(source));
    }
    Files.write(out.resolve(LIST), list);
  }

  private static List<Path> jars(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.toString().endsWith(".jar"))
          .filter(file -> !file.getFileName().toString().startsWith(OURS))
          .sorted()
          .toList();
    }
  }

  static List<Library> table(Path file) throws IOException {
    List<Library> table = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      String[] columns = line.split("\t");
      if (line.startsWith("#")) {
        continue;
      }
      if (columns.length != 3) {
        throw new IOException(file + ": three columns are needed: " + line);
      }
      table.add(new Library(columns[0], List.of(columns[1].split(",")), columns[2]));
    }
    return table;
  }

  private static Library of(String jar, List<Library> table) throws IOException {
    return table.stream()
        .filter(library -> jar.startsWith(library.prefix))
        .max(Comparator.comparingInt(library -> library.prefix.length()))
        .orElseThrow(
            () -> new IOException("the licence of " + jar + " is not in libraries.tsv; add it"));
  }

  /** What a jar says of its own licence and authors. */
  private static void extract(Path jar, Path folder) throws IOException {
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      List<? extends ZipEntry> entries =
          zip.stream().filter(entry -> TEXT.matcher(entry.getName()).matches()).toList();
      for (ZipEntry entry : entries) {
        Files.createDirectories(folder);
        try (InputStream in = zip.getInputStream(entry)) {
          Files.write(
              folder.resolve(Path.of(entry.getName()).getFileName().toString()), in.readAllBytes());
        }
      }
    }
  }
}
