package io.qcpruner.pocket.internal.train;

import io.qcpruner.pocket.question.Family;
import io.qcpruner.pocket.scene.SceneMix;
import java.util.List;
import java.util.Random;

/**
 * One level of the curriculum: each step draws one of its views.
 *
 * @param longForms share of choice and verbose questions
 * @param lesson what it teaches besides answers and patches
 * @param lattice centres of objects lie on multiples of this many pixels
 * @param turns largest number of turns of a conversation
 */
public record CurriculumStage(
    String name, double longForms, List<View> views, Lesson lesson, int lattice, int turns) {

  public CurriculumStage(String name, double longForms, List<View> views, Lesson lesson) {
    this(name, longForms, views, lesson, SceneMix.HALF_PATCH, 1);
  }

  public CurriculumStage(String name, double longForms, List<View> views) {
    this(name, longForms, views, Lesson.FIRST);
  }

  /**
   * A kind of batch.
   *
   * @param side patches along a side of the window
   * @param fewest smallest number of objects
   * @param most largest number of objects
   * @param batch pictures per step
   * @param textRows rows of packed turns per picture; 0 trains the tower alone
   * @param weight how often it is drawn, against the other views
   * @param shapesInTen how many of ten objects are shapes; the rest is text
   */
  public record View(
      int side, int fewest, int most, int batch, int textRows, int weight, int shapesInTen) {}

  /** The last layer in which questions may see the picture for the first time: half the depth. */
  private static final int LAST_LATE = 6;

  /** Families that are learnt late are asked more often. */
  private static final Family[] SHORT = {
    Family.PRESENCE,
    Family.PRESENCE,
    Family.COLOR,
    Family.COLOR,
    Family.SHAPE,
    Family.COUNT,
    Family.COUNT,
    Family.COUNT,
    Family.COUNT,
    Family.COUNT,
    Family.COUNT,
    Family.COUNT,
    Family.COUNT,
    Family.COUNT,
    Family.COUNT,
    Family.POSITION,
    Family.POSITION,
    Family.RELATION,
    Family.RELATION,
    Family.RELATION,
    Family.READING,
    Family.READING,
    Family.READING,
    Family.READING
  };

  public CurriculumStage {
    views = List.copyOf(views);
    if (turns < 1) {
      throw new IllegalArgumentException("stage " + name + " has conversations of " + turns);
    }
    if (views.isEmpty()) {
      throw new IllegalArgumentException("stage " + name + " has no views");
    }
  }

  View drawView(Random random) {
    int draw = random.nextInt(views.stream().mapToInt(View::weight).sum());
    for (View view : views) {
      draw -= view.weight();
      if (draw < 0) {
        return view;
      }
    }
    throw new AssertionError(draw);
  }

  /** Turns of the next conversation: half of them are single questions. */
  int drawTurns(Random random) {
    return turns == 1 || random.nextBoolean() ? 1 : 2 + random.nextInt(turns - 1);
  }

  /** Draws from which layer on the questions of a batch see the picture; 0 for all layers. */
  int drawLate(Random random) {
    if (lesson.late() == 0 || random.nextDouble() >= lesson.late()) {
      return 0;
    }
    return 1 + random.nextInt(LAST_LATE);
  }

  Family drawFamily(Random random) {
    if (random.nextDouble() < longForms) {
      return random.nextInt(3) < 2 ? Family.CHOICE : Family.VERBOSE;
    }
    return SHORT[random.nextInt(SHORT.length)];
  }
}
