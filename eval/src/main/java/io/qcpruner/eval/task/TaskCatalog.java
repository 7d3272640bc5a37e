package io.qcpruner.eval.task;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * All tasks by name: the public benchmarks and whatever else a program registers, such as the suite
 * of the embedded model. Suites name several tasks at once.
 */
public final class TaskCatalog {

  /** The paper's groups of tasks. */
  public static final Map<String, List<String>> SUITES =
      Map.of(
          "llava-10",
          List.of(
              "vqav2",
              "gqa",
              "vizwiz",
              "scienceqa_img",
              "textvqa",
              "pope",
              "mme",
              "mmbench_en",
              "mmbench_cn",
              "mmvet"),
          "llava-7",
          List.of("scienceqa_img", "gqa", "pope", "mme", "textvqa", "mmbench_en", "mmbench_cn"),
          "qwen-7",
          List.of("textvqa", "chartqa", "ai2d", "ocrbench", "mme", "mmbench_en", "mmbench_cn"),
          "video-3",
          List.of("mvbench", "longvideobench", "videomme"));

  private final Map<String, Task> tasks = new LinkedHashMap<>();
  private final Map<String, List<String>> suites = new LinkedHashMap<>(SUITES);

  /** The public benchmarks plus the given tasks. */
  public TaskCatalog(TaskOptions options, List<Task> registered) {
    this(options, registered, Map.of());
  }

  /** The public benchmarks plus the given tasks and suites of them. */
  public TaskCatalog(
      TaskOptions options, List<Task> registered, Map<String, List<String>> registeredSuites) {
    builtIn(options).forEach(this::add);
    registered.forEach(this::add);
    suites.putAll(registeredSuites);
  }

  private void add(Task task) {
    if (tasks.putIfAbsent(task.key(), task) != null) {
      throw new IllegalArgumentException("two tasks are named " + task.key());
    }
  }

  private static List<Task> builtIn(TaskOptions options) {
    return List.of(
        new Vqav2("vqav2", "VQAv2", Task.Scoring.SERVER),
        new Vqav2("vqav2_val", "VQAv2 val", Task.Scoring.OFFLINE),
        new Gqa(),
        new VizWiz("vizwiz", "VizWiz", Task.Scoring.SERVER),
        new VizWiz("vizwiz_val", "VizWiz val", Task.Scoring.OFFLINE),
        new ScienceQa(),
        new TextVqa(),
        new Pope(),
        new Mme(),
        MmBench.english(),
        MmBench.chinese(options),
        new MmVet(),
        new ChartQa(),
        new Ai2d(),
        new OcrBench(options),
        new MvBench(),
        new LongVideoBench(options),
        new VideoMme(),
        new MmStar(),
        new NextQa(options));
  }

  public List<String> keys() {
    return List.copyOf(tasks.keySet());
  }

  public Task task(String key) {
    Task task = tasks.get(key);
    if (task == null) {
      throw new IllegalArgumentException(
          "unknown task " + key + "; known: " + tasks.keySet() + " and suites " + suites.keySet());
    }
    return task;
  }

  /** Tasks by names of tasks and suites, each once, in the order given. */
  public List<Task> select(List<String> names) {
    List<Task> selected = new ArrayList<>();
    for (String name : names) {
      for (String key : suites.getOrDefault(name, List.of(name))) {
        Task task = task(key);
        if (!selected.contains(task)) {
          selected.add(task);
        }
      }
    }
    return selected;
  }
}
