package io.qcpruner.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.checkpoint.config.DecoderConfig;
import io.qcpruner.checkpoint.synthetic.TinyModel;
import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.core.prune.Budget;
import io.qcpruner.media.RgbImage;
import io.qcpruner.model.decoder.Decoder;
import io.qcpruner.model.nn.ModuleFactory;
import io.qcpruner.model.nn.Placement;
import io.qcpruner.model.nn.WeightKind;
import io.qcpruner.model.synthetic.TinyFolder;
import io.qcpruner.model.weights.SeededWeights;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import org.bytedeco.javacpp.Pointer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A closed model leaves no native memory behind for the collector. */
final class OpenCloseTest {
  private static final int TIMES = 50;

  /** One opening that leaves an object shows; the others catch what happens now and then. */
  private static final int WHOLE_MODELS = 20;

  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource
  void everyNativeObjectIsFreedByClosing(WeightKind weights) throws IOException {
    Path model = TinyFolder.write(TinyModel.LLAVA, folder);
    openAskClose(model, weights);
    settle();
    for (int i = 0; i < WHOLE_MODELS; i++) {
      long before = Pointer.totalCount();
      openAskClose(model, weights);
      long after = Pointer.totalCount();
      assertTrue(after <= before, "opening " + i + ": " + before + " objects, then " + after);
    }
  }

  private static void openAskClose(Path folder, WeightKind weights) throws IOException {
    try (VisionLanguageModel model =
            VisionLanguageModel.open(ModelFolders.of(folder), Placement.cpu(), weights);
        EncodedVisual seen = model.encode(RgbImage.filled(90, 70, 200, 30, 60))) {
      MethodSpec half = MethodSpec.of("qcpruner", new Budget.Ratio(0.5));
      Reply reply = model.ask(seen, Ask.of("What is red?").withMaxNewTokens(3).with(half));
      assertEquals(8, reply.keptTokens());
    }
  }

  /** Packed copies of some megabytes: what stayed would be seen in the resident memory. */
  @Test
  void packedBytesComeBack() throws WeightsException {
    DecoderConfig config =
        DecoderConfig.sized(256, 688, 4).heads(4, 4, 64).vocabulary(96).maxPositions(256).build();
    long packed = 4L * (4 * 256 * 256 + 3 * 256 * 688) * Short.BYTES;
    SeededWeights seeded = new SeededWeights();
    for (int i = 0; i < 5; i++) {
      openClose(config, seeded);
    }
    long before = Pointer.physicalBytes();
    for (int i = 0; i < TIMES; i++) {
      openClose(config, seeded);
    }
    long growth = Pointer.physicalBytes() - before;
    assertTrue(growth < TIMES * packed / 2, growth + " bytes more, a copy has " + packed);
  }

  private static void openClose(DecoderConfig config, SeededWeights seeded)
      throws WeightsException {
    try (ModuleFactory modules = new ModuleFactory(seeded, Placement.cpu(), WeightKind.HALF)) {
      modules.build(() -> new Decoder(config, modules));
    }
  }

  /** Lets the collector free what earlier tests left, so that it can't hide a leak of this one. */
  private static void settle() {
    for (int i = 0; i < 5; i++) {
      System.gc();
      LockSupport.parkNanos(20_000_000);
    }
  }
}
