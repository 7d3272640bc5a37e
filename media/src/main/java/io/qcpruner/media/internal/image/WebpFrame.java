package io.qcpruner.media.internal.image;

import io.qcpruner.media.MediaException;
import io.qcpruner.media.MediaLimits;

/**
 * The checked first frame of a WebP file.
 *
 * @param left column of the canvas where the frame starts
 * @param lossy whether the picture is a VP8 frame
 * @param start offset of the picture's data in the file
 * @param length bytes of the picture's data
 * @param alphaStart offset of the alpha plane that goes with a lossy picture
 * @param alphaLength bytes of the alpha plane, 0 if there is none
 */
record WebpFrame(
    int canvasWidth,
    int canvasHeight,
    int left,
    int top,
    int width,
    int height,
    boolean lossy,
    int start,
    int length,
    int alphaStart,
    int alphaLength) {

  static WebpFrame parse(String source, byte[] data, MediaLimits limits) throws MediaException {
    return new Parser(source, data, limits).parse();
  }

  private static final class Parser {

    private final String source;
    private final byte[] data;
    private final MediaLimits limits;
    private final ByteCursor in;
    private int canvasWidth;
    private int canvasHeight;
    private int frameLeft;
    private int frameTop;
    private int frameWidth;
    private int frameHeight;
    private int alphaStart;
    private int alphaLength;

    Parser(String source, byte[] data, MediaLimits limits) {
      this.source = source;
      this.data = data;
      this.limits = limits;
      this.in = new ByteCursor(source, data, 4);
    }

    WebpFrame parse() throws MediaException {
      long riff = in.u32Little("RIFF size");
      in.require(riff, "RIFF");
      in.skip(4, "WEBP");
      while (true) {
        String type = in.tag("chunk type");
        long length = in.u32Little("chunk length");
        in.require(length, "chunk " + type);
        int start = in.at();
        switch (type) {
          case "VP8X" -> readCanvas();
          case "ANMF" -> {
            readFrameBox();
            // the frame's own chunks follow inside
            continue;
          }
          case "ALPH" -> {
            alphaStart = start;
            alphaLength = (int) length;
          }
          case "VP8 ", "VP8L" -> {
            return frame(type, start, (int) length);
          }
          default -> {}
        }
        in.skip(start + length + (length & 1) - in.at(), "chunk " + type);
      }
    }

    private void readCanvas() throws MediaException {
      in.skip(4, "flags");
      canvasWidth = in.u24Little("canvas width") + 1;
      canvasHeight = in.u24Little("canvas height") + 1;
      limits.checkImageSize(source, canvasWidth, canvasHeight);
    }

    private void readFrameBox() throws MediaException {
      frameLeft = 2 * in.u24Little("frame left");
      frameTop = 2 * in.u24Little("frame top");
      frameWidth = in.u24Little("frame width") + 1;
      frameHeight = in.u24Little("frame height") + 1;
      in.skip(4, "frame duration");
    }

    private WebpFrame frame(String type, int start, int length) throws MediaException {
      int width;
      int height;
      if (type.equals("VP8L")) {
        if (in.u8("VP8L signature") != 0x2F) {
          throw in.broken("WebP lossless signature is wrong");
        }
        long bits = in.u32Little("VP8L size");
        width = (int) (bits & 0x3FFF) + 1;
        height = (int) (bits >> 14 & 0x3FFF) + 1;
      } else {
        if ((in.u24Little("VP8 tag") & 1) != 0) {
          throw in.broken("WebP lossy data does not start with a key frame");
        }
        if (in.u24Little("VP8 start code") != 0x2A019D) {
          throw in.broken("WebP lossy start code is wrong");
        }
        width = in.u16Little("VP8 width") & 0x3FFF;
        height = in.u16Little("VP8 height") & 0x3FFF;
      }
      limits.checkImageSize(source, width, height);
      checkPlace(width, height);
      return new WebpFrame(
          canvasWidth,
          canvasHeight,
          frameLeft,
          frameTop,
          width,
          height,
          type.equals("VP8 "),
          start,
          length,
          alphaStart,
          alphaLength);
    }

    private void checkPlace(int width, int height) throws MediaException {
      if (canvasWidth == 0) {
        canvasWidth = width;
        canvasHeight = height;
      }
      boolean animated = frameWidth > 0;
      boolean boxAgrees =
          animated
              ? frameWidth == width && frameHeight == height
              : canvasWidth == width && canvasHeight == height;
      if (!boxAgrees || frameLeft > canvasWidth - width || frameTop > canvasHeight - height) {
        throw in.broken("contradictory sizes in the WebP file");
      }
    }
  }
}
