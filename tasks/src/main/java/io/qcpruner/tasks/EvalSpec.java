package io.qcpruner.tasks;

import io.qcpruner.checkpoint.hub.DownloadProgress;
import io.qcpruner.eval.cluster.RunSource;
import io.qcpruner.eval.data.DataRoot;
import io.qcpruner.eval.engine.LiveModel;
import io.qcpruner.eval.run.EvalModel;
import io.qcpruner.eval.task.Task;
import io.qcpruner.eval.task.TaskOptions;
import io.qcpruner.media.video.FrameSampling;
import io.qcpruner.model.Engine;
import io.qcpruner.model.HubChoice;
import io.qcpruner.model.MemoryModel;
import io.qcpruner.model.ModelReference;
import io.qcpruner.model.VisionLanguageModel;
import io.qcpruner.model.backbone.BackboneCheckpoint;
import io.qcpruner.model.backbone.BackboneSpec;
import io.qcpruner.model.nn.WeightKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Model and tasks of an evaluation, as the command line names them.
 *
 * @param threads of one answer, 0 for all cores
 * @param data folder of the benchmark files, empty for none
 * @param allowPartial accept data sets with fewer rows than published
 * @param frames taken from a clip, 0 for as many as the model was made for
 * @param sharePrefix whether settings of a sample share the layers before their hooks
 */
public record EvalSpec(
    ModelReference model,
    int threads,
    String data,
    boolean allowPartial,
    TaskOptions options,
    int frames,
    boolean sharePrefix)
    implements RunSource {

  /** A model and the tasks that need no data. */
  public static EvalSpec of(String model) {
    return new EvalSpec(ModelReference.of(model), 0, "", false, TaskOptions.PAPER, 0, true);
  }

  @Override
  public EvalModel describe() throws IOException {
    return live(model.withWeights("stored"));
  }

  @Override
  public EvalModel open(int threadsPerAnswer) throws IOException {
    int wanted = threadsPerAnswer > 0 ? threadsPerAnswer : threads;
    if (wanted > 0) {
      Engine.useThreads(wanted);
    }
    return live(model);
  }

  private EvalModel live(ModelReference reference) throws IOException {
    // a name of a hub is resolved once
    Path folder = reference.folder(DownloadProgress.SILENT);
    VisionLanguageModel opened =
        reference.withModel(folder.toString()).open(DownloadProgress.SILENT);
    return new LiveModel(
        opened,
        reference.displayName(folder),
        folder,
        new FrameSampling(frames > 0 ? frames : opened.clipFrames(), true),
        sharePrefix);
  }

  @Override
  public Task task(String key) {
    return PocketTask.catalog(options).task(key);
  }

  @Override
  public Optional<DataRoot> openData() throws IOException {
    return data.isEmpty()
        ? Optional.empty()
        : Optional.of(new DataRoot(Path.of(data), allowPartial));
  }

  @Override
  public String processor() {
    return Engine.cpuCapability();
  }

  @Override
  public ModelMemory memory() throws IOException {
    Path folder = model.folder(DownloadProgress.SILENT);
    long mapped = 0;
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.filter(name -> name.toString().endsWith(".safetensors")).toList()) {
        mapped += Files.size(file);
      }
    }
    WeightKind kind = WeightKind.named(model.weights());
    Path tower = model.towerFolder(DownloadProgress.SILENT).orElse(null);
    try (BackboneCheckpoint opened = BackboneCheckpoint.open(folder, tower)) {
      BackboneSpec spec = opened.spec();
      return new ModelMemory(
          mapped,
          kind == WeightKind.STORED ? 0 : MemoryModel.weightBytes(spec, kind),
          MemoryModel.cacheRowBytes(spec.config().decoder(), kind.caches()));
    }
  }

  @Override
  public RunSource downloading(boolean allowed) {
    HubChoice hub = model.hub();
    HubChoice there = new HubChoice(hub.cache(), hub.endpoint(), hub.offline() || !allowed);
    return withModel(model.withHub(there));
  }

  @Override
  public Optional<Path> checkpoint() throws IOException {
    return Optional.of(model.folder(DownloadProgress.SILENT));
  }

  @Override
  public RunSource withCheckpoint(Path folder) {
    return withModel(model.withModel(folder.toString()));
  }

  private EvalSpec withModel(ModelReference other) {
    return new EvalSpec(other, threads, data, allowPartial, options, frames, sharePrefix);
  }
}
