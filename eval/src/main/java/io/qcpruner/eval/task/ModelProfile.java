package io.qcpruner.eval.task;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * How the paper's evaluation treats a model family: the one table in this project that names
 * families outside their own packages.
 */
public enum ModelProfile {
  LLAVA_1_5("llava-1.5", Profile.LLAVA, 128, "llava15_full"),
  LLAVA_NEXT("llava-next", Profile.LLAVA, 128, "llava_next_full"),
  LLAVA_VIDEO("llava-video", Profile.LMMS, 1024, "video_full"),
  QWEN2_5_VL("qwen2.5-vl", Profile.LMMS, 128, "qwen_full"),
  /** Families that the paper did not evaluate. */
  OTHER("other", Profile.LMMS, 128, "");

  /** Whose answers a file holds if nobody says otherwise. */
  public static final ModelProfile DEFAULT = LLAVA_1_5;

  private final String family;
  private final Profile profile;
  private final int adapterTokens;
  private final String paperTable;

  ModelProfile(String family, Profile profile, int adapterTokens, String paperTable) {
    this.family = family;
    this.profile = profile;
    this.adapterTokens = adapterTokens;
    this.paperTable = paperTable;
  }

  /**
   * The row of a family.
   *
   * @param family its id, such as {@code llava-1.5}
   */
  public static ModelProfile of(String family) {
    return Arrays.stream(values()).filter(m -> m.family.equals(family)).findFirst().orElse(OTHER);
  }

  /** The row that the name of a checkpoint speaks of, without looking into it. */
  public static ModelProfile ofModelName(String name) {
    String plain = name.toLowerCase(Locale.ROOT).replace("_", "-");
    if (plain.contains("llava-v1.5")) {
      return LLAVA_1_5;
    } else if (plain.contains("llava-v1.6")) {
      return LLAVA_NEXT;
    }
    return Arrays.stream(values()).filter(m -> plain.contains(m.family)).findFirst().orElse(OTHER);
  }

  /** The row of a family that must be in the table. */
  public static ModelProfile named(String family) {
    return Arrays.stream(values())
        .filter(m -> m.family.equals(family))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "unknown family %s; known are %s"
                        .formatted(
                            family,
                            Arrays.stream(values())
                                .map(ModelProfile::family)
                                .collect(Collectors.joining(", ")))));
  }

  /** The first row with that profile, for what depends on the profile alone. */
  public static ModelProfile withProfile(String label) {
    return Arrays.stream(values())
        .filter(m -> m.profile.label().equals(label))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("unknown profile " + label));
  }

  /** The family's id. */
  public String family() {
    return family;
  }

  /** Whose prompts and scorers apply. */
  public Profile profile() {
    return profile;
  }

  /** What the harness generates when a task sets no limit. */
  int adapterTokens() {
    return adapterTokens;
  }

  /** Whether Video-MME's prompt ends with the beginning of the answer. */
  boolean endsWithAnswerPrefix() {
    return this == LLAVA_VIDEO;
  }

  /** The paper's complete table of this family; empty if it has none. */
  public String paperTable() {
    return paperTable;
  }
}
