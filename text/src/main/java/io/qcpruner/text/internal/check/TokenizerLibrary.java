package io.qcpruner.text.internal.check;

import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import ai.djl.util.Platform;
import io.qcpruner.natives.NativeFolder;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The native library of the tokenizers, unpacked from the jar by us. The library's own way unpacks
 * into a folder of a known name, which belongs to everybody where the home folder can't be written,
 * and downloads another build where it finds a GPU.
 */
final class TokenizerLibrary {
  /** Names the library's file; a user's own setting in the environment comes first. */
  private static final String PROPERTY = "RUST_LIBRARY_PATH";

  /** What the builds for Linux, macOS and Windows consist of. */
  private static final List<String> FILES =
      List.of(
          "libtokenizers.so",
          "libtokenizers.dylib",
          "tokenizers.dll",
          "libwinpthread-1.dll",
          "libgcc_s_seh-1.dll",
          "libstdc++-6.dll");

  private TokenizerLibrary() {}

  /** Unpacks the library and tells the tokenizers where it is. */
  static void unpack() throws IOException {
    if (System.getenv(PROPERTY) == null && System.getProperty(PROPERTY) == null) {
      Map<String, byte[]> files = files(Platform.detectPlatform("tokenizers").getClassifier());
      if (!files.isEmpty()) {
        Path folder = NativeFolder.ofThisUser().unpack(files);
        // the file, not the folder: in a folder the library looks for a build for the GPU
        Path file = folder.resolve(System.mapLibraryName("tokenizers"));
        System.setProperty(PROPERTY, file.toString());
      }
    }
  }

  private static Map<String, byte[]> files(String platform) throws IOException {
    Map<String, byte[]> files = new TreeMap<>();
    for (String file : FILES) {
      String name = "/native/lib/" + platform + "/cpu/" + file;
      try (InputStream in = HuggingFaceTokenizer.class.getResourceAsStream(name)) {
        if (in != null) {
          files.put(file, in.readAllBytes());
        }
      }
    }
    return files;
  }
}
