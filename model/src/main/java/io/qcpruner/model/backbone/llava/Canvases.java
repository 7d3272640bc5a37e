package io.qcpruner.model.backbone.llava;

import io.qcpruner.checkpoint.config.VitConfig;
import io.qcpruner.media.internal.prep.AnyRes;
import java.util.Arrays;

/**
 * The AnyRes canvases of a checkpoint.
 *
 * @param sizes in file order, each pair as written in the file
 * @param heightFirst how a pair was meant by the layout that wrote it
 */
public record Canvases(int[][] sizes, boolean heightFirst) {

  /** Those with the fewest tiles. */
  public Canvases smallest() {
    long least = Arrays.stream(sizes).mapToLong(Canvases::area).min().orElseThrow();
    return new Canvases(
        Arrays.stream(sizes).filter(size -> area(size) == least).toArray(int[][]::new),
        heightFirst);
  }

  private static long area(int[] size) {
    return (long) size[0] * size[1];
  }

  /** Read as the program that wrote the list reads it; the published lists have both orders. */
  public AnyRes asWritten(VitConfig vit) {
    return heightFirst
        ? anyRes(vit, AnyRes.PinpointOrder.HEIGHT_WIDTH, AnyRes.Rounding.SEVEN_DECIMALS)
        : widthFirst(vit);
  }

  /** The original reading of the list, whichever layout wrote it. */
  public AnyRes widthFirst(VitConfig vit) {
    return anyRes(vit, AnyRes.PinpointOrder.WIDTH_HEIGHT, AnyRes.Rounding.TRUNCATE);
  }

  private AnyRes anyRes(VitConfig vit, AnyRes.PinpointOrder order, AnyRes.Rounding rounding) {
    return AnyRes.of(vit.imageSize(), vit.patchSize(), sizes, order, rounding);
  }
}
