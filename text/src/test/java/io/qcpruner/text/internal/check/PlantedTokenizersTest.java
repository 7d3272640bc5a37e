package io.qcpruner.text.internal.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import ai.djl.util.Platform;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A process whose home folder can't be written, beside a library that somebody has planted. */
@Timeout(120)
class PlantedTokenizersTest {
  private static final String RIGHT =
      """
      {"version": "1.0", "truncation": null, "padding": null, "added_tokens": [],
       "normalizer": null, "pre_tokenizer": {"type": "Whitespace"}, "post_processor": null,
       "decoder": null,
       "model": {"type": "WordLevel", "unk_token": "?", "vocab": {"?": 0, "a": 1, "b": 2}}}
      """;

  @TempDir Path temp;

  /** The library's own way takes any file of that name, unseen. */
  @Test
  void libraryInTheSharedTemporaryFolderIsNotLoaded() throws Exception {
    Platform platform = Platform.detectPlatform("tokenizers");
    Path planted =
        temp.resolve(".djl.ai/tokenizers")
            .resolve(platform.getVersion() + "-cpu-" + platform.getClassifier())
            .resolve(System.mapLibraryName("tokenizers"));
    Files.createDirectories(planted.getParent());
    Files.writeString(planted, "planted");
    Path out = temp.resolve("out");
    ProcessBuilder start =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Duser.home=/proc/nobody",
                "-Djava.io.tmpdir=" + temp,
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                Encodes.class.getName())
            .redirectErrorStream(true)
            .redirectOutput(out.toFile());
    List.of("QCPRUNER_NATIVES", "QCPRUNER_CACHE", "XDG_CACHE_HOME", "DJL_CACHE_DIR")
        .forEach(start.environment()::remove);
    int code = start.start().waitFor();
    String said = Files.readString(out);
    assertEquals(0, code, said);
    assertEquals("[1, 2]", said.lines().reduce((first, second) -> second).orElse(""));
    try (Stream<Path> files = Files.list(temp)) {
      assertFalse(files.anyMatch(file -> file.toString().contains("natives")), "left behind");
    }
  }

  /** A program that needs the tokenizers. */
  static final class Encodes {
    private Encodes() {}

    public static void main(String[] args) throws IOException {
      byte[] json = RIGHT.getBytes(StandardCharsets.UTF_8);
      try (HuggingFaceTokenizer tokenizer = NativeTokenizers.open(json, "right")) {
        System.out.println(Arrays.toString(tokenizer.encode("a b", false, false).getIds()));
      }
    }
  }
}
