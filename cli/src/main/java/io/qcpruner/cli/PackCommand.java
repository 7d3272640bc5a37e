package io.qcpruner.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.qcpruner.checkpoint.weights.PackedManifest;
import io.qcpruner.cli.option.ConsoleProgress;
import io.qcpruner.cli.option.HubOptions;
import io.qcpruner.cli.option.StagedFolder;
import io.qcpruner.model.ModelReference;
import io.qcpruner.model.backbone.WeightPacker;
import io.qcpruner.model.nn.WeightKind;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Writes a checkpoint whose weights are packed already. */
@Command(
    name = "pack",
    description = {
      "Write a checkpoint with small weights that are mapped when a model is opened: it opens at"
          + " once, and its weights are in memory only once, however many programs use them.",
      "The new folder is a checkpoint of its own: give it to --model, without --weights."
    },
    footer = {
      "",
      "Example:",
      "  qcpruner pack --model llava-hf/llava-1.5-7b-hf --weights int8 --out llava-int8",
      "  qcpruner ask --model llava-int8 --image bus.png \"What color is the bus?\""
    },
    mixinStandardHelpOptions = true)
final class PackCommand implements Callable<Integer> {

  @Option(
      names = "--model",
      required = true,
      paramLabel = "DIR|ORG/NAME",
      description = "The checkpoint to pack, a folder or a hub's name, or 'embedded'.")
  private String model;

  @Option(
      names = "--tower",
      paramLabel = "DIR|ORG/NAME",
      defaultValue = "",
      description =
          "Vision tower of an original LLaVA checkpoint that carries none (default: the one that its"
              + " configuration names); it becomes part of the new folder.")
  private String tower;

  @Option(
      names = "--weights",
      required = true,
      paramLabel = "KIND",
      description =
          "int8: 8 bits; int4: the decoder's layers in 4 bits, least memory; half: 16-bit floats."
              + " 'qcpruner bench perplexity' measures what they lose.")
  private String weights;

  @Option(
      names = "--out",
      required = true,
      paramLabel = "DIR",
      description = "The new folder; it must not exist, or be empty.")
  private Path out;

  @Mixin private HubOptions hub;

  @Option(names = "--json", description = "Print folder, kind and sizes as JSON.")
  private boolean json;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    WeightKind kind = WeightKind.named(weights);
    if (kind == WeightKind.STORED) {
      throw new IllegalArgumentException("--weights must be int8, int4 or half, not stored");
    }
    requireFree(out);
    ConsoleProgress progress =
        new ConsoleProgress(spec.commandLine().getErr(), System.console() != null);
    ModelReference reference = ModelReference.of(model).withTower(tower).withHub(hub.choice());
    Path source = reference.folder(progress);
    Path apart = reference.towerFolder(progress).orElse(null);
    long start = System.nanoTime();
    PackedManifest manifest;
    try (StagedFolder staged = new StagedFolder(out)) {
      try {
        manifest =
            WeightPacker.pack(
                source,
                apart,
                kind,
                staged.folder(),
                (done, total) -> progress.bytes("packing", done, total));
        staged.publishWhole();
      } catch (IOException e) {
        throw staged.inTarget(e);
      }
    }
    progress.note("packed in %.1f s".formatted((System.nanoTime() - start) / 1e9));
    print(manifest);
    return 0;
  }

  private static void requireFree(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    if (!Files.isDirectory(folder)) {
      throw new IllegalArgumentException("--out " + folder + " is a file, not a folder");
    }
    try (Stream<Path> held = Files.list(folder)) {
      if (held.findAny().isPresent()) {
        throw new IllegalArgumentException("--out " + folder + " is not empty");
      }
    }
  }

  private void print(PackedManifest manifest) {
    PrintWriter writer = spec.commandLine().getOut();
    if (json) {
      ObjectNode root = JsonNodeFactory.instance.objectNode();
      root.put("folder", out.toString())
          .put("weights", manifest.weights())
          .put("group", manifest.group())
          .put("bytes", manifest.weightBytes())
          .put("source_sha256", manifest.sourceSha256());
      writer.println(root.toPrettyString());
    } else {
      writer.printf("%s: %s, %.1f MB%n", out, manifest.weights(), manifest.weightBytes() / 1e6);
    }
    writer.flush();
  }
}
