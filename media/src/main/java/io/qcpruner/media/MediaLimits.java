package io.qcpruner.media;

import java.time.Duration;

/**
 * Every limit on what is read. A file that is over a limit is refused by its header, before memory
 * for its pixels is taken.
 *
 * @param maxImageBytes size of an image file
 * @param maxVideoBytes size of a video file
 * @param maxDownloadBytes size of anything fetched from an address
 * @param maxImagePixels width times height of an image
 * @param maxImageSide longer side of an image
 * @param maxJpegScans passes over the picture that a progressive JPEG may ask for
 * @param maxFramePixels width times height of a video frame
 * @param maxVideoFrames frames of a video file, or files in a folder of frames
 * @param maxVideoDuration playing time of a video
 * @param maxSampledFrames frames taken from one video
 * @param maxHeldPixels pixels of all sampled frames together, after shrinking
 * @param maxDecodeTime time spent on one video
 * @param maxDownloadTime time spent on one address, redirects included
 * @param maxRedirects redirects followed
 * @param allowPrivateAddresses whether addresses of the own machine and network may be fetched
 */
public record MediaLimits(
    long maxImageBytes,
    long maxVideoBytes,
    long maxDownloadBytes,
    long maxImagePixels,
    int maxImageSide,
    int maxJpegScans,
    long maxFramePixels,
    int maxVideoFrames,
    Duration maxVideoDuration,
    int maxSampledFrames,
    long maxHeldPixels,
    Duration maxDecodeTime,
    Duration maxDownloadTime,
    int maxRedirects,
    boolean allowPrivateAddresses) {

  /** Generous for photographs and hour-long clips, safe for a heap of 2 GiB. */
  public static final MediaLimits DEFAULT =
      new MediaLimits(
          64L << 20,
          4L << 30,
          256L << 20,
          50_000_000,
          32_768,
          64,
          36_000_000,
          1_000_000,
          Duration.ofHours(4),
          1024,
          200_000_000,
          Duration.ofMinutes(10),
          Duration.ofSeconds(60),
          3,
          false);

  public MediaLimits {
    // files are read into one array, pixels are three bytes each
    requireRange("maxImageBytes", maxImageBytes, 1, Integer.MAX_VALUE - 8);
    requireRange("maxVideoBytes", maxVideoBytes, 1, Long.MAX_VALUE);
    requireRange("maxDownloadBytes", maxDownloadBytes, 1, Integer.MAX_VALUE - 8);
    requireRange("maxImagePixels", maxImagePixels, 1, Integer.MAX_VALUE / 4);
    requireRange("maxImageSide", maxImageSide, 1, 65_536);
    requireRange("maxJpegScans", maxJpegScans, 1, Integer.MAX_VALUE);
    requireRange("maxFramePixels", maxFramePixels, 1, Integer.MAX_VALUE / 4);
    requireRange("maxVideoFrames", maxVideoFrames, 1, 100_000_000);
    requireRange("maxSampledFrames", maxSampledFrames, 1, Integer.MAX_VALUE);
    requireRange("maxHeldPixels", maxHeldPixels, 1, Long.MAX_VALUE);
    requireRange("maxRedirects", maxRedirects, 0, 100);
    requirePositive("maxVideoDuration", maxVideoDuration);
    requirePositive("maxDecodeTime", maxDecodeTime);
    requirePositive("maxDownloadTime", maxDownloadTime);
  }

  /** Refuses an image size that is over a limit or empty. */
  public void checkImageSize(String source, long width, long height) throws MediaException {
    if (width < 1 || height < 1) {
      throw new MediaException(source, "image size " + width + "x" + height + " is empty");
    }
    if (width > maxImageSide || height > maxImageSide) {
      throw new MediaException(
          source, "image size " + width + "x" + height + " has a side over " + maxImageSide);
    }
    if (width * height > maxImagePixels) {
      throw new MediaException(
          source, "image size " + width + "x" + height + " is over " + maxImagePixels + " pixels");
    }
  }

  /** These limits with another image size. */
  public MediaLimits withImagePixels(long pixels) {
    Fields other = new Fields(this);
    other.maxImagePixels = pixels;
    return other.limits();
  }

  /** These limits with another longest side of an image. */
  public MediaLimits withImageSide(int side) {
    Fields other = new Fields(this);
    other.maxImageSide = side;
    return other.limits();
  }

  /** These limits with other file sizes. */
  public MediaLimits withBytes(long imageBytes, long videoBytes, long downloadBytes) {
    Fields other = new Fields(this);
    other.maxImageBytes = imageBytes;
    other.maxVideoBytes = videoBytes;
    other.maxDownloadBytes = downloadBytes;
    return other.limits();
  }

  /** These limits with other bounds on clips. */
  public MediaLimits withVideo(int videoFrames, Duration videoDuration, int sampledFrames) {
    Fields other = new Fields(this);
    other.maxVideoFrames = videoFrames;
    other.maxVideoDuration = videoDuration;
    other.maxSampledFrames = sampledFrames;
    return other.limits();
  }

  /** These limits with other bounds on the pixels of one frame and of all sampled frames. */
  public MediaLimits withFramePixels(long framePixels, long heldPixels) {
    Fields other = new Fields(this);
    other.maxFramePixels = framePixels;
    other.maxHeldPixels = heldPixels;
    return other.limits();
  }

  /** These limits with other time limits. */
  public MediaLimits withTimes(Duration decodeTime, Duration downloadTime) {
    Fields other = new Fields(this);
    other.maxDecodeTime = decodeTime;
    other.maxDownloadTime = downloadTime;
    return other.limits();
  }

  /** These limits with private addresses allowed or not. */
  public MediaLimits withPrivateAddresses(boolean allow) {
    Fields other = new Fields(this);
    other.allowPrivateAddresses = allow;
    return other.limits();
  }

  private static void requireRange(String name, long value, long min, long max) {
    if (value < min || value > max) {
      throw new IllegalArgumentException(
          name + " must be in " + min + ".." + max + ", not " + value);
    }
  }

  private static void requirePositive(String name, Duration value) {
    if (value.isNegative() || value.isZero()) {
      throw new IllegalArgumentException(name + " must be positive, not " + value);
    }
  }

  /** The limits as fields, so that some can be changed by name. */
  private static final class Fields {
    private long maxImageBytes;
    private long maxVideoBytes;
    private long maxDownloadBytes;
    private long maxImagePixels;
    private int maxImageSide;
    private int maxJpegScans;
    private long maxFramePixels;
    private int maxVideoFrames;
    private Duration maxVideoDuration;
    private int maxSampledFrames;
    private long maxHeldPixels;
    private Duration maxDecodeTime;
    private Duration maxDownloadTime;
    private int maxRedirects;
    private boolean allowPrivateAddresses;

    private Fields(MediaLimits from) {
      maxImageBytes = from.maxImageBytes;
      maxVideoBytes = from.maxVideoBytes;
      maxDownloadBytes = from.maxDownloadBytes;
      maxImagePixels = from.maxImagePixels;
      maxImageSide = from.maxImageSide;
      maxJpegScans = from.maxJpegScans;
      maxFramePixels = from.maxFramePixels;
      maxVideoFrames = from.maxVideoFrames;
      maxVideoDuration = from.maxVideoDuration;
      maxSampledFrames = from.maxSampledFrames;
      maxHeldPixels = from.maxHeldPixels;
      maxDecodeTime = from.maxDecodeTime;
      maxDownloadTime = from.maxDownloadTime;
      maxRedirects = from.maxRedirects;
      allowPrivateAddresses = from.allowPrivateAddresses;
    }

    private MediaLimits limits() {
      return new MediaLimits(
          maxImageBytes,
          maxVideoBytes,
          maxDownloadBytes,
          maxImagePixels,
          maxImageSide,
          maxJpegScans,
          maxFramePixels,
          maxVideoFrames,
          maxVideoDuration,
          maxSampledFrames,
          maxHeldPixels,
          maxDecodeTime,
          maxDownloadTime,
          maxRedirects,
          allowPrivateAddresses);
    }
  }
}
