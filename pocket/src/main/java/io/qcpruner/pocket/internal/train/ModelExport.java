package io.qcpruner.pocket.internal.train;

import io.qcpruner.checkpoint.weights.NumberType;
import io.qcpruner.checkpoint.weights.SafetensorsWriter;
import io.qcpruner.checkpoint.weights.TensorSpec;
import io.qcpruner.model.nn.Tensors;
import io.qcpruner.pocket.PocketShape;
import io.qcpruner.pocket.internal.token.TokenizerJson;
import io.qcpruner.pocket.internal.token.Words;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bytedeco.pytorch.Tensor;

/** Writes a checkpoint of training as a model directory in the Hugging Face LLaVA layout. */
public final class ModelExport {

  /** Part of the layout, though features are taken before it. */
  static final String UNUSED = "vision.post_layernorm.";

  private ModelExport() {}

  public static void write(Path checkpoint, Path directory) throws IOException {
    Files.createDirectories(directory);
    try (Parameters parameters = new Parameters();
        TurnEncoder encoder = new TurnEncoder()) {
      TrainCheckpoint.load(checkpoint, parameters);
      weights(parameters, directory.resolve("model.safetensors"));
      if (CaptionLoss.isIn(parameters)) {
        CaptionExport.write(parameters, directory.resolve(CaptionExport.FOLDER));
      }
      Files.writeString(directory.resolve("tokenizer.json"), TokenizerJson.of(Words.load()));
      ModelFiles files =
          new ModelFiles(encoder.vocabulary(), encoder.id("<image>"), encoder.id("<pad>"));
      for (Map.Entry<String, String> file : files.all().entrySet()) {
        Files.writeString(directory.resolve(file.getKey()), file.getValue());
      }
    }
  }

  /** Writes a checkpoint of the clip model, in the layout of a converted LLaVA-Video. */
  public static void writeClips(Path checkpoint, Path directory) throws IOException {
    Files.createDirectories(directory);
    try (Parameters parameters = new Parameters();
        TurnEncoder words = new TurnEncoder();
        ClipEncoder encoder = new ClipEncoder()) {
      TrainCheckpoint.load(checkpoint, parameters);
      weights(parameters, directory.resolve("model.safetensors"));
      Files.writeString(directory.resolve("tokenizer.json"), TokenizerJson.ofClips(Words.load()));
      ClipFiles files =
          new ClipFiles(
              words.vocabulary(),
              encoder.special("<image>"),
              encoder.special("<video>"),
              encoder.special("<pad>"),
              encoder.end());
      for (Map.Entry<String, String> file : files.all().entrySet()) {
        Files.writeString(directory.resolve(file.getKey()), file.getValue());
      }
      if (HeadExport.isIn(parameters)) {
        Path folder = directory.resolve(HeadExport.FOLDER);
        HeadExport.write(parameters, ClipFiles.visionConfig(), folder);
      }
    }
  }

  private static void weights(Parameters parameters, Path file) throws IOException {
    Map<String, float[]> values = new LinkedHashMap<>();
    List<TensorSpec> specs = new ArrayList<>();
    for (Map.Entry<String, Tensor> e : parameters.all().entrySet()) {
      if (CaptionExport.isCaption(e.getKey()) || HeadExport.isHead(e.getKey())) {
        continue;
      }
      String name = publicName(e.getKey());
      values.put(name, Tensors.toFloats(e.getValue()));
      specs.add(new TensorSpec(name, NumberType.F16, Tensors.shape(e.getValue())));
    }
    String unused = publicName(UNUSED);
    float[] ones = new float[PocketShape.TOWER_WIDTH];
    Arrays.fill(ones, 1);
    values.put(unused + "weight", ones);
    values.put(unused + "bias", new float[PocketShape.TOWER_WIDTH]);
    specs.add(new TensorSpec(unused + "weight", NumberType.F16, PocketShape.TOWER_WIDTH));
    specs.add(new TensorSpec(unused + "bias", NumberType.F16, PocketShape.TOWER_WIDTH));
    try (SafetensorsWriter writer = new SafetensorsWriter(file, specs, Map.of("format", "pt"))) {
      for (float[] v : values.values()) {
        writer.floats(v);
      }
      writer.finish();
    }
  }

  /** The name of the Hugging Face layout. */
  static String publicName(String canonical) {
    if (canonical.startsWith("vision.")) {
      return "vision_tower.vision_model." + canonical.substring("vision.".length());
    }
    if (canonical.startsWith("proj.fc")) {
      return "multi_modal_projector.linear_" + canonical.substring("proj.fc".length());
    }
    if (canonical.equals("newline")) {
      return "image_newline";
    }
    return "language_model.model." + canonical.substring("lm.".length());
  }

  /** The other way round. */
  static String canonicalName(String name) {
    return name.replace("vision_tower.vision_model.", "vision.")
        .replace("multi_modal_projector.linear_", "proj.fc")
        .replace("language_model.model.", "lm.")
        .replace("image_newline", "newline");
  }
}
