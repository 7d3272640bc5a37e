package io.qcpruner.server.chat;

import java.util.List;
import java.util.Optional;

/**
 * Where the kept tokens lie, and why they were kept.
 *
 * @param pictures size of each picture or clip
 * @param keptCells group, row and column of every kept patch
 * @param scores values of each candidate, if asked for and known
 * @param thumbnails the frames of a clip as the model saw them, as data addresses; empty for
 *     pictures
 * @param note why there are no scores though they were asked for; null otherwise
 */
public record Explanation(
    List<Picture> pictures,
    List<Group> groups,
    List<int[]> keptCells,
    Optional<Scores> scores,
    List<String> thumbnails,
    String note) {

  public Explanation {
    pictures = List.copyOf(pictures);
    groups = List.copyOf(groups);
    keptCells = List.copyOf(keptCells);
    thumbnails = List.copyOf(thumbnails);
  }

  /** Size of a picture in pixels after rotation, and its frames. */
  public record Picture(int width, int height, int frames) {}

  /**
   * A grid of cells over a picture, a tile of it or a frame: cell (r, c) begins at (x + c dx, y + r
   * dy) in pixels of the picture and may leave it where there is padding.
   *
   * @param kind {@code picture}, {@code tile} or {@code frame}
   * @param picture which picture it covers
   * @param kept cells of it that were kept
   */
  public record Group(
      int group,
      String kind,
      int picture,
      int rows,
      int cols,
      double x,
      double y,
      double dx,
      double dy,
      int kept) {}

  /**
   * One value per candidate; arrays a method has no use for are empty.
   *
   * @param cells group, row and column of every candidate
   * @param kept candidates that stay, ascending
   * @param merged the part of them that stands for several
   * @param order the kept ones in the order they were picked
   * @param gains what each pick added
   * @param keywords the utility for each keyword alone, in the order of the prompt
   */
  public record Scores(
      List<int[]> cells,
      int[] kept,
      int[] merged,
      int[] order,
      float[] gains,
      float[] utility,
      float[] cueSimilarity,
      float[] cueAlignment,
      List<KeywordUtility> keywords) {

    public Scores {
      cells = List.copyOf(cells);
      keywords = List.copyOf(keywords);
    }

    /** A copy with the maps of single keywords. */
    public Scores with(List<KeywordUtility> maps) {
      return new Scores(
          cells, kept, merged, order, gains, utility, cueSimilarity, cueAlignment, maps);
    }
  }

  /** How well every candidate fits one keyword. */
  public record KeywordUtility(String keyword, float[] utility) {}
}
