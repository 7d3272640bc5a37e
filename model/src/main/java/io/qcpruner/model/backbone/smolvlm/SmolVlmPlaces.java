package io.qcpruner.model.backbone.smolvlm;

import io.qcpruner.model.backbone.shuffle.ClipTimes;
import io.qcpruner.model.backbone.shuffle.SquareViews;
import io.qcpruner.text.Segment;
import java.util.ArrayList;
import java.util.List;

/**
 * What stands in a prompt around the views: every view after its tag, between marks; a clip after a
 * sentence about it, and each of its frames after its time.
 */
final class SmolVlmPlaces {
  private static final String MARK = "<fake_token_around_image>";
  private static final String WHOLE = "<global-img>";
  private static final int MINUTE = 60;
  private static final int DAY_HOURS = 24;

  private SmolVlmPlaces() {}

  static List<Segment> of(SquareViews visual) {
    return visual.times().map(SmolVlmPlaces::clip).orElseGet(() -> picture(visual));
  }

  private static List<Segment> picture(SquareViews visual) {
    List<Segment> out = new ArrayList<>();
    for (int row = 1; row <= visual.tileRows(); row++) {
      for (int col = 1; col <= visual.tileCols(); col++) {
        view("<row_%d_col_%d>".formatted(row, col), out);
      }
      out.add(Segment.template("\n"));
    }
    if (visual.tileRows() > 0) {
      out.add(Segment.template("\n"));
    }
    view(WHOLE, out);
    out.add(Segment.special(MARK));
    return out;
  }

  private static List<Segment> clip(ClipTimes times) {
    List<Segment> out = new ArrayList<>();
    out.add(
        Segment.template(
            "You are provided the following series of %s frames from a %s [H:MM:SS] video.\n"
                .formatted(
                    EnglishNumber.words(times.seconds().size()), duration(times.duration()))));
    for (double seconds : times.seconds()) {
      out.add(Segment.template("\nFrame from %s:".formatted(minutes(seconds))));
      view(WHOLE, out);
      out.add(Segment.special(MARK));
    }
    out.add(Segment.template("\n\n"));
    return out;
  }

  private static void view(String tag, List<Segment> out) {
    out.add(Segment.special(MARK));
    out.add(Segment.tag(tag));
    out.add(Segment.visual());
  }

  private static String minutes(double seconds) {
    int whole = (int) seconds;
    return "%02d:%02d".formatted(whole / MINUTE, whole % MINUTE);
  }

  /** H:MM:SS, with days in front where there are some, as Python writes a length of time. */
  static String duration(double seconds) {
    long whole = (long) seconds;
    long hours = whole / (MINUTE * MINUTE);
    String clock =
        "%d:%02d:%02d".formatted(hours % DAY_HOURS, whole / MINUTE % MINUTE, whole % MINUTE);
    long days = hours / DAY_HOURS;
    return days == 0 ? clock : "%d day%s, %s".formatted(days, days == 1 ? "" : "s", clock);
  }
}
