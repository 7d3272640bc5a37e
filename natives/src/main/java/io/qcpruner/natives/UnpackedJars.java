package io.qcpruner.natives;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A folder into which a library of others unpacks its jars, {@code JAR/folder/in/jar/FILE}. A file
 * is compared with its jar by SHA-256 before it is loaded, once for each change of the file: what
 * agreed is listed with its size, times and number, which nobody but the system can set. One
 * process at a time may use this.
 */
public final class UnpackedJars {
  private static final System.Logger LOG = System.getLogger(UnpackedJars.class.getName());

  /** The list of files that agreed with their jars. */
  static final String LIST = ".checked";

  private final Path folder;
  private final JarContents jars;
  private final Map<String, String> checked = new TreeMap<>();

  /** Files that were there before this process unpacked its own, and agree with no jar. */
  private final Set<String> foreign = new HashSet<>();

  /**
   * @param folder where the jars are unpacked
   * @param jars finds the jars
   */
  public UnpackedJars(Path folder, ClassLoader jars) {
    this.folder = folder;
    this.jars = new JarContents(jars);
  }

  /** Deletes what differs from its jar, and links that lead out of the folder. */
  public void check() throws IOException {
    Map<String, String> listed = readList();
    checked.clear();
    foreign.clear();
    for (Path file : files()) {
      String name = name(file);
      if (Files.isSymbolicLink(file)) {
        checkLink(file);
      } else if (state(file).equals(listed.get(name))) {
        checked.put(name, listed.get(name));
      } else {
        checkContent(file, name);
      }
    }
    writeList();
  }

  /** Lists what this process has unpacked since the check. */
  public void accept() throws IOException {
    boolean more = false;
    for (Path file : files()) {
      String name = name(file);
      if (!Files.isSymbolicLink(file) && !foreign.contains(name)) {
        String state = state(file);
        more |= !state.equals(checked.put(name, state));
      }
    }
    if (more) {
      writeList();
    }
  }

  private void checkLink(Path link) throws IOException {
    if (!Files.exists(link) || !link.toRealPath().startsWith(folder.toRealPath())) {
      LOG.log(System.Logger.Level.WARNING, "{0} leads out of its folder and is deleted", link);
      Files.delete(link);
    }
  }

  private void checkContent(Path file, String name) throws IOException {
    Path relative = folder.relativize(file);
    String jar = relative.getName(0).toString();
    String inside = name.substring(jar.length() + 1);
    int end = inside.lastIndexOf('/');
    JarContents.Verdict verdict =
        end < 0 ? JarContents.Verdict.OTHER : jars.compare(file, jar, inside.substring(0, end));
    switch (verdict) {
      case SAME -> checked.put(name, state(file));
      case NO_JAR -> foreign.add(name);
      case OTHER -> {
        LOG.log(
            System.Logger.Level.WARNING, "{0} differs from its jar and is unpacked again", file);
        Files.delete(file);
      }
    }
  }

  /** Files and links below folders named after jars. */
  private List<Path> files() throws IOException {
    try (Stream<Path> walk = Files.walk(folder)) {
      return walk.filter(path -> !Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS))
          .filter(path -> folder.relativize(path).getNameCount() > 1)
          .toList();
    }
  }

  private String name(Path file) {
    return folder.relativize(file).toString().replace('\\', '/');
  }

  /** What changes whenever the content does. */
  private static String state(Path file) throws IOException {
    boolean unix = Files.getFileStore(file).supportsFileAttributeView("unix");
    String which = unix ? "unix:size,lastModifiedTime,ctime,ino" : "size,lastModifiedTime,fileKey";
    return new TreeMap<>(Files.readAttributes(file, which, LinkOption.NOFOLLOW_LINKS)).toString();
  }

  private Map<String, String> readList() throws IOException {
    Path list = folder.resolve(LIST);
    Map<String, String> states = new TreeMap<>();
    if (Files.isRegularFile(list, LinkOption.NOFOLLOW_LINKS)) {
      // bytes that are not text make lines that agree with nothing
      for (String line : new String(Files.readAllBytes(list), StandardCharsets.UTF_8).split("\n")) {
        int tab = line.indexOf('\t');
        if (tab > 0) {
          states.put(line.substring(0, tab), line.substring(tab + 1));
        }
      }
    }
    return states;
  }

  private void writeList() throws IOException {
    String lines =
        checked.entrySet().stream()
            .map(entry -> entry.getKey() + "\t" + entry.getValue() + "\n")
            .collect(Collectors.joining());
    Path made = Files.createTempFile(folder, LIST, ".part");
    try {
      Files.writeString(made, lines);
      Files.move(made, folder.resolve(LIST), StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(made);
    }
  }
}
