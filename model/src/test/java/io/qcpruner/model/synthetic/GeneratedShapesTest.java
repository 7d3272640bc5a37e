package io.qcpruner.model.synthetic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.qcpruner.checkpoint.synthetic.CheckpointRecipe;
import io.qcpruner.checkpoint.synthetic.ModelShape;
import io.qcpruner.checkpoint.synthetic.NameLayout;
import io.qcpruner.checkpoint.synthetic.SyntheticTokenizer;
import io.qcpruner.checkpoint.synthetic.TinyModel;
import io.qcpruner.checkpoint.weights.NumberType;
import io.qcpruner.media.RgbImage;
import io.qcpruner.model.Ask;
import io.qcpruner.model.EncodedVisual;
import io.qcpruner.model.VisionLanguageModel;
import io.qcpruner.model.backbone.BackboneCheckpoint;
import io.qcpruner.model.backbone.BackboneFamilies;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every shape that can be generated is opened and asked, with its layers made narrow. */
class GeneratedShapesTest {
  @TempDir Path folder;

  static List<String> shapes() {
    return BackboneFamilies.shapes().stream().map(ModelShape::id).toList();
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void aGeneratedShapeAnswers(String id) throws IOException {
    ModelShape shape = BackboneFamilies.shape(id);
    String json = SyntheticTokenizer.withItsIds(narrow(shape.json()));
    CheckpointRecipe recipe = CheckpointRecipe.of(json, shape.names()).with(NumberType.BF16);
    TinyFolder.write(recipe, folder);
    assertEquals(
        BackboneFamilies.parse(shape.json()).config().decoder().tiedHead(),
        BackboneFamilies.parse(Files.readString(folder.resolve("config.json")))
            .config()
            .decoder()
            .tiedHead());
    try (VisionLanguageModel model = VisionLanguageModel.open(folder);
        EncodedVisual seen = model.encode(new RgbImage(28, 28, new byte[28 * 28 * 3]))) {
      assertTrue(model.ask(seen, Ask.of("What?").withMaxNewTokens(2)).keptTokens() > 0);
    }
  }

  /** Nobody publishes such a checkpoint on purpose: the table serves as the head. */
  @Test
  void aMissingHeadIsTheEmbeddingTable() throws IOException {
    GeneratedCheckpoint.write(
        CheckpointRecipe.of(TinyModel.LLAVA.json(), NameLayout.B).withTiedHead(), folder);
    Path config = folder.resolve("config.json");
    Files.writeString(
        config,
        Files.readString(config).replaceAll("(\"tie_word_embeddings\" *: *)true", "$1false"));
    try (BackboneCheckpoint opened = BackboneCheckpoint.open(folder)) {
      assertTrue(opened.spec().config().decoder().tiedHead());
      assertFalse(opened.files().hasHead());
    }
  }

  /** Two layers of a few channels; the vocabulary, the picture and the layout stay. */
  private static String narrow(String json) throws IOException {
    ObjectNode root = (ObjectNode) new ObjectMapper().readTree(json);
    ObjectNode text = (ObjectNode) root.get("text_config");
    text.put("hidden_size", 32).put("intermediate_size", 48).put("num_hidden_layers", 2);
    text.put("num_attention_heads", 2).put("num_key_value_heads", 1).remove("head_dim");
    if (text.path("rope_scaling").has("mrope_section")) {
      ObjectNode scaling = (ObjectNode) text.get("rope_scaling");
      scaling.putArray("mrope_section").add(2).add(3).add(3);
    }
    ObjectNode vision = (ObjectNode) root.get("vision_config");
    boolean qwen = vision.has("depth");
    vision.put("hidden_size", 32);
    if (vision.has("intermediate_size")) {
      vision.put("intermediate_size", 48);
    }
    if (vision.has("embed_dim")) {
      vision.put("embed_dim", 32);
    }
    vision.put(qwen ? "depth" : "num_hidden_layers", 2);
    vision.put(qwen ? "num_heads" : "num_attention_heads", 2);
    if (vision.has("fullatt_block_indexes")) {
      vision.put("out_hidden_size", 32).putArray("fullatt_block_indexes").add(1);
    }
    if (vision.has("deepstack_visual_indexes")) {
      vision.put("out_hidden_size", 32).putArray("deepstack_visual_indexes").add(0).add(1);
      text.put("head_dim", 16); // the family's own is 128, whatever the width
    }
    return root.toString();
  }
}
