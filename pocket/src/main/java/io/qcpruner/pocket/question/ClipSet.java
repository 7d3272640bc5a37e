package io.qcpruner.pocket.question;

import io.qcpruner.pocket.scene.ClipGenerator;
import io.qcpruner.pocket.scene.MovingScene;
import io.qcpruner.pocket.scene.Seeds;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/** A fixed set of questions about the clips of a split: two or three actors each. */
public final class ClipSet {

  public static final int FEWEST_ACTORS = 2;
  public static final int MAX_ACTORS = 3;

  /** Keeps the draws of questions apart from those of the clip with the same seed. */
  private static final long QUESTION_SALT = 0x51E57105L << 20;

  /** A question and the seed of its clip; give it to {@link #clip}. */
  public record Item(long seed, ClipQuestion question) {}

  private ClipSet() {}

  public static MovingScene clip(ClipGenerator generator, long seed) {
    return generator.generate(seed, FEWEST_ACTORS, MAX_ACTORS);
  }

  /** The first questions of every family, in the order of clips, then of families. */
  public static List<Item> of(Split split, int perFamily) {
    ClipGenerator generator = new ClipGenerator();
    ClipAsker asker = new ClipAsker();
    Map<ClipFamily, Integer> missing = new EnumMap<>(ClipFamily.class);
    for (ClipFamily f : ClipFamily.values()) {
      missing.put(f, perFamily);
    }
    List<Item> items = new ArrayList<>();
    for (long i = 0; missing.values().stream().anyMatch(n -> n > 0); i++) {
      long seed = split.seed(i);
      MovingScene clip = clip(generator, seed);
      Random random = Seeds.random(seed ^ QUESTION_SALT);
      for (ClipFamily f : ClipFamily.values()) {
        Optional<ClipQuestion> question = asker.ask(f, clip, random);
        if (question.isPresent() && missing.get(f) > 0) {
          items.add(new Item(seed, question.get()));
          missing.merge(f, -1, Integer::sum);
        }
      }
    }
    return items;
  }
}
