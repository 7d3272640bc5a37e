package io.qcpruner.text;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.stream.Collectors;

/** The sentence that tells LLaVA-Video when its frames were taken; the model card's wording. */
public final class TimeInstruction {
  private TimeInstruction() {}

  /**
   * @param seconds length of the clip
   * @param frameSeconds when each frame was taken
   */
  public static String of(double seconds, double... frameSeconds) {
    String times =
        Arrays.stream(frameSeconds)
            .mapToObj(t -> twoDigits(t) + "s")
            .collect(Collectors.joining(","));
    return ("The video lasts for %s seconds, and %d frames are uniformly sampled from it. "
            + "These frames are located at %s.Please answer the following questions related to this video.")
        .formatted(twoDigits(seconds), frameSeconds.length, times);
  }

  /** As Python formats: the exact binary value, rounded half to even. */
  private static String twoDigits(double value) {
    return new BigDecimal(value).setScale(2, RoundingMode.HALF_EVEN).toPlainString();
  }
}
