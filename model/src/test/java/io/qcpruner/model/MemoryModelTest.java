package io.qcpruner.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.qcpruner.checkpoint.synthetic.CheckpointRecipe;
import io.qcpruner.checkpoint.synthetic.NameLayout;
import io.qcpruner.checkpoint.synthetic.SyntheticTokenizer;
import io.qcpruner.checkpoint.synthetic.TinyModel;
import io.qcpruner.checkpoint.weights.NumberType;
import io.qcpruner.media.RgbImage;
import io.qcpruner.model.backbone.BackboneFamilies;
import io.qcpruner.model.backbone.BackboneSpec;
import io.qcpruner.model.backbone.WeightPacker;
import io.qcpruner.model.nn.Placement;
import io.qcpruner.model.nn.WeightKind;
import io.qcpruner.model.synthetic.TinyFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The estimates against what a model takes. */
final class MemoryModelTest {
  private static final String HALF_BILLION = "llava-1.5-0.5b";

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

  /**
   * A quarter of the width of the 0.5B model and fewer layers: the share of small tensors, which
   * the estimate rounds, is larger than in the real one.
   */
  @ParameterizedTest
  @EnumSource(names = {"HALF", "INT8", "INT4"})
  void packedWeightsTakeTheirBytes(WeightKind kind) throws IOException {
    ObjectNode root =
        (ObjectNode) new ObjectMapper().readTree(BackboneFamilies.shape(HALF_BILLION).json());
    ((ObjectNode) root.get("text_config"))
        .put("hidden_size", 256)
        .put("intermediate_size", 688)
        .put("num_hidden_layers", 4)
        .put("num_attention_heads", 4)
        .put("num_key_value_heads", 4);
    ((ObjectNode) root.get("vision_config"))
        .put("hidden_size", 256)
        .put("intermediate_size", 1024)
        .put("num_hidden_layers", 3)
        .put("num_attention_heads", 4);
    String json = SyntheticTokenizer.withItsIds(root.toString());
    NameLayout names = BackboneFamilies.shape(HALF_BILLION).names();
    Path source = folder.resolve("source");
    TinyFolder.write(CheckpointRecipe.of(json, names).with(NumberType.BF16), source);
    Path packed = Files.createDirectories(folder.resolve("packed"));
    long measured =
        WeightPacker.pack(source, null, kind, packed, (done, total) -> {}).weightBytes();
    BackboneSpec spec = BackboneFamilies.read(source);
    // a layer of the tower after the features is in the file, mapped and never read
    long unread = 2 * (elements(spec.storedTensors()) - elements(spec.tensors()));
    long estimate = MemoryModel.weightBytes(spec, kind);
    assertEquals(1, (double) estimate / (measured - unread), 0.03, estimate + " for " + measured);
  }

  private static long elements(Map<String, long[]> tensors) {
    return tensors.values().stream()
        .mapToLong(shape -> Arrays.stream(shape).reduce(1, (a, b) -> a * b))
        .sum();
  }
}
