package io.qcpruner.pocket.internal.train;

import io.qcpruner.pocket.scene.MovingScene;
import java.util.List;

/**
 * The levels of training in order. The tower first, on its own; then questions about one or two
 * objects in a small window; then more objects, larger windows, and the whole picture with the
 * learning rate going to zero. A second part teaches the class row and the text tower, then looks
 * at many depths, with dropped patches, and ends without taught looks. A third part has
 * conversations, centres anywhere, and questions that see the picture late.
 */
public record Curriculum(List<Level> levels) {

  /**
   * @param steps how long at most
   * @param enough mean accuracy over the families that ends the level early; above 1 for never
   */
  public record Level(CurriculumStage stage, Trainer.Rates rates, int steps, double enough) {}

  private static final double FIRST_RATE = 0.02;
  private static final double RATE = 0.01;
  private static final double CLASS_RATE = 0.008;
  private static final double SECOND_RATE = 0.004;
  private static final double NEVER = 2;
  private static final int LONGEST_CONVERSATION = 6;

  public Curriculum {
    levels = List.copyOf(levels);
  }

  public static Curriculum standard() {
    CurriculumStage.View towerOnly = new CurriculumStage.View(12, 4, 7, 32, 0, 2, 2);
    return new Curriculum(
        List.of(
            level("tower", 0, FIRST_RATE, 650, NEVER, towerOnly),
            level(
                "few",
                0.03,
                FIRST_RATE,
                300,
                0.8,
                new CurriculumStage.View(8, 1, 2, 16, 128, 1, 6)),
            level(
                "some",
                0.1,
                RATE,
                1000,
                0.9,
                new CurriculumStage.View(12, 2, 5, 16, 144, 3, 6),
                towerOnly),
            level("many", 0.35, RATE, 3000, 0.93, mixed()),
            new Level(
                new CurriculumStage("whole", 0.35, List.of(last())),
                new Trainer.Rates(RATE, 1, true),
                1500,
                NEVER),
            second("classes", captioned(), Lesson.WITHDRAWN, CLASS_RATE, 600, true),
            second("depths", windows(), Lesson.MANY_DEPTHS, SECOND_RATE, 900, false),
            second("settle", settling(), Lesson.WITHDRAWN, SECOND_RATE, 600, true),
            third("late", talking(), Lesson.LATE, 500, false),
            third("even", talking(), Lesson.LATE, 400, true)));
  }

  /** The levels of the clip model, which starts from the picture model. */
  public static Curriculum clips() {
    CurriculumStage.View one = new CurriculumStage.View(MovingScene.GRID, 1, 2, 6, 128, 1, 10);
    CurriculumStage.View talk = new CurriculumStage.View(MovingScene.GRID, 2, 3, 6, 200, 1, 10);
    CurriculumStage.View all = new CurriculumStage.View(MovingScene.GRID, 2, 3, 6, 160, 1, 10);
    return new Curriculum(
        List.of(
            second("one", new CurriculumStage.View[] {one}, Lesson.CLIPS, FIRST_RATE, 550, false),
            second("all", new CurriculumStage.View[] {all}, Lesson.CLIPS, RATE, 900, true),
            third("late-clips", new CurriculumStage.View[] {talk}, Lesson.LATE_CLIPS, 500, true)));
  }

  private static CurriculumStage.View[] mixed() {
    return views(2, 2, new CurriculumStage.View(24, 3, 10, 4, 320, 2, 6));
  }

  /** Mostly whole pictures, as they will be asked about. */
  private static CurriculumStage.View[] last() {
    return views(1, 1, new CurriculumStage.View(24, 3, 10, 4, 400, 5, 6));
  }

  /** Captions are learnt from many pictures at once, which is cheap without questions. */
  private static CurriculumStage.View[] captioned() {
    return new CurriculumStage.View[] {
      new CurriculumStage.View(12, 3, 8, 16, 0, 3, 5),
      new CurriculumStage.View(24, 4, 10, 6, 0, 1, 5)
    };
  }

  /** Where to look is learnt in small windows as well as in the whole picture. */
  private static CurriculumStage.View[] windows() {
    return new CurriculumStage.View[] {
      new CurriculumStage.View(8, 1, 3, 10, 128, 2, 6),
      new CurriculumStage.View(12, 2, 6, 6, 192, 2, 6),
      new CurriculumStage.View(24, 3, 10, 2, 320, 1, 6),
      new CurriculumStage.View(12, 3, 8, 16, 0, 1, 5)
    };
  }

  private static CurriculumStage.View[] settling() {
    return new CurriculumStage.View[] {
      new CurriculumStage.View(16, 3, 8, 6, 240, 1, 6),
      new CurriculumStage.View(24, 3, 10, 3, 400, 5, 6),
      new CurriculumStage.View(24, 6, 10, 6, 0, 1, 4)
    };
  }

  /** Conversations about windows and whole pictures. */
  private static CurriculumStage.View[] talking() {
    return new CurriculumStage.View[] {
      new CurriculumStage.View(12, 2, 6, 6, 240, 2, 6),
      new CurriculumStage.View(24, 3, 10, 2, 400, 3, 6),
      new CurriculumStage.View(24, 6, 10, 6, 0, 1, 4)
    };
  }

  private static CurriculumStage.View[] views(int small, int middle, CurriculumStage.View whole) {
    return new CurriculumStage.View[] {
      new CurriculumStage.View(12, 2, 6, 16, 192, small, 6),
      new CurriculumStage.View(16, 3, 8, 9, 240, middle, 6),
      whole,
      new CurriculumStage.View(12, 5, 8, 32, 0, 1, 1),
      new CurriculumStage.View(24, 6, 10, 8, 0, 1, 3)
    };
  }

  private static Level level(
      String name,
      double longForms,
      double rate,
      int steps,
      double enough,
      CurriculumStage.View... views) {
    CurriculumStage stage = new CurriculumStage(name, longForms, List.of(views));
    return new Level(stage, new Trainer.Rates(rate, 1, false), steps, enough);
  }

  private static Level second(
      String name,
      CurriculumStage.View[] views,
      Lesson lesson,
      double rate,
      int steps,
      boolean decay) {
    CurriculumStage stage = new CurriculumStage(name, 0.35, List.of(views), lesson);
    return new Level(stage, new Trainer.Rates(rate, 1, decay), steps, NEVER);
  }

  private static Level third(
      String name, CurriculumStage.View[] views, Lesson lesson, int steps, boolean decay) {
    CurriculumStage stage =
        new CurriculumStage(name, 0.35, List.of(views), lesson, 1, LONGEST_CONVERSATION);
    return new Level(stage, new Trainer.Rates(SECOND_RATE, 1, decay), steps, NEVER);
  }

  /**
   * The levels up to one and no further.
   *
   * @throws IllegalArgumentException if there is none of that name
   */
  public Curriculum upTo(String name) {
    return new Curriculum(levels.subList(0, indexOf(name) + 1));
  }

  /**
   * Index of a level.
   *
   * @throws IllegalArgumentException if there is none of that name
   */
  public int indexOf(String name) {
    for (int i = 0; i < levels.size(); i++) {
      if (levels.get(i).stage().name().equals(name)) {
        return i;
      }
    }
    throw new IllegalArgumentException(
        "no level '" + name + "', only " + levels.stream().map(l -> l.stage().name()).toList());
  }
}
