package io.qcpruner.bench.media;

import io.qcpruner.media.AlphaPolicy;
import io.qcpruner.media.MediaException;
import io.qcpruner.media.MediaLimits;
import io.qcpruner.media.RgbImage;
import io.qcpruner.media.internal.image.ImageDecoder;
import io.qcpruner.media.internal.prep.LlavaNextPreprocessor;
import io.qcpruner.media.internal.prep.LlavaPreprocessor;
import io.qcpruner.media.internal.prep.Pixels;
import io.qcpruner.media.internal.prep.QwenPreprocessor;
import io.qcpruner.media.internal.resize.Bicubic;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import javax.imageio.ImageIO;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** A photograph of 12 megapixels on its way to each tower. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class MediaBench {

  private RgbImage photo;
  private byte[] jpeg;

  @Setup
  public void draw() throws IOException {
    BufferedImage image = new BufferedImage(4000, 3000, BufferedImage.TYPE_INT_RGB);
    Random random = new Random(1);
    for (int y = 0; y < 3000; y++) {
      for (int x = 0; x < 4000; x++) {
        int grey = (x / 16 + y / 12 + random.nextInt(9)) & 255;
        image.setRGB(x, y, 0x010101 * grey);
      }
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ImageIO.write(image, "jpg", out);
    jpeg = out.toByteArray();
    photo = decodeJpeg();
  }

  @Benchmark
  public RgbImage decodeJpeg() throws MediaException {
    return ImageDecoder.decode("photo", jpeg, AlphaPolicy.DROP, MediaLimits.DEFAULT);
  }

  @Benchmark
  public RgbImage resizeTo336() {
    return Bicubic.resize(photo, 336, 336);
  }

  @Benchmark
  public Pixels llava() {
    return LlavaPreprocessor.pad336().apply(photo);
  }

  @Benchmark
  public LlavaNextPreprocessor.Views llavaNext() {
    return LlavaNextPreprocessor.original().apply(photo);
  }

  @Benchmark
  public QwenPreprocessor.Patches qwen() throws MediaException {
    return QwenPreprocessor.fixed1008().apply(photo);
  }
}
