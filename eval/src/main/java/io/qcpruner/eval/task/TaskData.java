package io.qcpruner.eval.task;

import io.qcpruner.json.Sha256;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;

/**
 * The samples of a task.
 *
 * @param source where they come from: the manifest entry, or the generator and its seed
 * @param checksum digest of everything but the pixels
 */
public record TaskData(String source, List<Sample> samples, String checksum) {

  public TaskData {
    samples = List.copyOf(samples);
  }

  public static TaskData of(String source, List<Sample> samples) {
    MessageDigest digest = Sha256.start();
    for (Sample sample : samples) {
      update(digest, sample.id());
      update(digest, sample.prompt());
      update(digest, sample.media().name());
      sample.golds().forEach(gold -> update(digest, gold));
    }
    return new TaskData(source, samples, Sha256.hex(digest));
  }

  private static void update(MessageDigest digest, String text) {
    digest.update(text.getBytes(StandardCharsets.UTF_8));
    digest.update((byte) 0);
  }
}
