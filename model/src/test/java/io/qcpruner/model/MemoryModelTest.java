package io.qcpruner.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.checkpoint.synthetic.TinyModel;
import io.qcpruner.media.RgbImage;
import io.qcpruner.model.nn.Placement;
import io.qcpruner.model.nn.WeightKind;
import io.qcpruner.model.synthetic.TinyFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The estimates against what a model takes. */
final class MemoryModelTest {
  @TempDir private Path folder;

  /** A cache reserves whole steps of rows: never less than the estimate, never twice as much. */
  @ParameterizedTest
  @EnumSource(WeightKind.class)
  void cachesTakeTheirRows(WeightKind kind) throws IOException {
    ModelFolders folders = ModelFolders.of(TinyFolder.write(TinyModel.LLAVA, folder));
    try (VisionLanguageModel model = VisionLanguageModel.open(folders, Placement.cpu(), kind);
        EncodedVisual seen = model.encode(new RgbImage(60, 40, new byte[3 * 60 * 40]))) {
      Reply reply = model.ask(seen, Ask.of("what is it").withMaxNewTokens(2));
      var decoder = model.backbone().config().decoder();
      long rows = Arrays.stream(reply.rowsPerLayer()).sum() / decoder.layers();
      long estimate =
          rows * MemoryModel.cacheRowBytes(decoder, model.backbone().decoder().caches());
      assertTrue(reply.cacheBytes() >= estimate, reply.cacheBytes() + " < " + estimate);
      assertTrue(reply.cacheBytes() <= 2 * estimate, reply.cacheBytes() + " > 2 x " + estimate);
    }
  }

  @Test
  void packedWeightsOfEveryKindAreCounted() {
    assertEquals(0, MemoryModel.packedBytes(WeightKind.STORED, 1600));
    assertEquals(1600, MemoryModel.packedBytes(WeightKind.HALF, 1600));
    assertEquals(800, MemoryModel.packedBytes(WeightKind.INT8, 1600));
    assertEquals(450, MemoryModel.packedBytes(WeightKind.INT4, 1600));
  }
}
