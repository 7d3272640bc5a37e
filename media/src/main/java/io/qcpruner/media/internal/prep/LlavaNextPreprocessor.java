package io.qcpruner.media.internal.prep;

import io.qcpruner.media.RgbImage;
import io.qcpruner.media.internal.resize.Bicubic;
import java.util.ArrayList;
import java.util.List;

/** LLaVA-NeXT: a distorted view of the whole image and the tiles of its AnyRes canvas. */
public record LlavaNextPreprocessor(AnyRes anyRes, Normalization normalization) {

  /**
   * What the tower reads and how its output is put together.
   *
   * @param pixels [views, 3, tile, tile], the base view first, then the tiles row by row
   */
  public record Views(Pixels pixels, AnyResLayout layout) {}

  /** The published model as the original code runs it. */
  public static LlavaNextPreprocessor original() {
    return new LlavaNextPreprocessor(AnyRes.original(), Normalization.CLIP);
  }

  /** All views of an image. */
  public Views apply(RgbImage image) {
    AnyResLayout layout = anyRes.layout(image.width(), image.height());
    List<RgbImage> views = views(image, layout);
    return new Views(normalization.stack(views, anyRes.tile()), layout);
  }

  private List<RgbImage> views(RgbImage image, AnyResLayout layout) {
    int tile = anyRes.tile();
    RgbImage canvas =
        RgbImage.filled(layout.canvas().width(), layout.canvas().height(), 0, 0, 0)
            .paste(
                Bicubic.resize(image, layout.image().width(), layout.image().height()),
                layout.image().left(),
                layout.image().top());
    List<RgbImage> views = new ArrayList<>();
    views.add(Bicubic.resize(image, tile, tile));
    for (int row = 0; row < layout.tilesDown(); row++) {
      for (int column = 0; column < layout.tilesAcross(); column++) {
        views.add(canvas.crop(column * tile, row * tile, tile, tile));
      }
    }
    return views;
  }
}
