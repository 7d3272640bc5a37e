package io.qcpruner.cli.serve;

import io.qcpruner.checkpoint.weights.FolderDigest;
import io.qcpruner.cli.option.ChatFormatOption;
import io.qcpruner.cli.option.DetailOption;
import io.qcpruner.cli.option.ModelOptions;
import io.qcpruner.cli.option.PruneOptions;
import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.model.MemoryModel;
import io.qcpruner.model.VisionLanguageModel;
import io.qcpruner.model.nn.WeightKind;
import io.qcpruner.pocket.PocketModel;
import io.qcpruner.server.http.ChatServer;
import io.qcpruner.server.http.ServerSettings;
import io.qcpruner.server.http.ServerSettings.Features;
import io.qcpruner.server.http.ServerSettings.Listener;
import io.qcpruner.server.http.Timeouts;
import io.qcpruner.server.local.LocalChatEngine;
import io.qcpruner.server.local.LocalSettings;
import io.qcpruner.server.protocol.RequestRules;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jline.utils.Signals;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Serves a model over the OpenAI chat protocol, with a page that shows what pruning keeps. */
@Command(
    name = "serve",
    description = "Serve a model to every OpenAI client, and a page that shows what is kept.",
    footer = {
      "",
      "Example:",
      "  qcpruner serve --model embedded        # then open http://127.0.0.1:8080"
    },
    mixinStandardHelpOptions = true)
public final class ServeCommand implements Callable<Integer> {

  /** What clients and caches see of a checkpoint's digest. */
  private static final int CHECKSUM_DIGITS = 12;

  /** Held here: a logger that nobody holds is collected, and its level with it. */
  private static final Logger LOG = Logger.getLogger("io.qcpruner.server");

  @Mixin private ModelOptions model;
  @Mixin private PruneOptions pruning;
  @Mixin private ChatFormatOption chat;
  @Mixin private DetailOption detail;
  @Mixin private AccessOptions access;
  @Mixin private LimitOptions limits;

  @Option(
      names = "--alias",
      paramLabel = "NAME",
      description = "Another id that requests may give as model; may be repeated.")
  private List<String> aliases = new ArrayList<>();

  @Option(names = "--any-model", description = "Take every id that requests give as model.")
  private boolean anyModel;

  @Option(names = "--allow-media-urls", description = "Fetch pictures from http(s) addresses.")
  private boolean mediaUrls;

  @Option(
      names = "--media-domain",
      paramLabel = "HOST",
      description = "Fetch from this host only; may be repeated.")
  private List<String> mediaDomains = new ArrayList<>();

  @Option(names = "--no-page", description = "Serve no web page.")
  private boolean noPage;

  @Option(names = "--no-metrics", description = "Serve no /metrics.")
  private boolean noMetrics;

  @Option(names = "--metrics-open", description = "Serve /metrics without a key.")
  private boolean metricsOpen;

  @Option(
      names = "--log-prompts",
      description = "Log questions and answers, for debugging; otherwise they are never logged.")
  private boolean logPrompts;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException, InterruptedException {
    ServerSettings settings = settings();
    PrintWriter out = spec.commandLine().getOut();
    LOG.setLevel(Level.INFO);
    if (logPrompts) {
      warn("questions and answers are logged (--log-prompts)");
    }
    ChatServer server = ChatServer.start(settings, this::load);
    CompletableFuture<Void> end = new CompletableFuture<>();
    stopOnSignal(server, end);
    out.printf("http://%s:%d (loading %s)%n", settings.listener().host(), server.port(), id());
    out.flush();
    try {
      CompletableFuture.anyOf(server.ready(), end).get();
    } catch (ExecutionException e) {
      server.close();
      if (e.getCause() instanceof IOException problem) {
        throw problem;
      }
      throw new IllegalStateException(e.getCause().getMessage(), e.getCause());
    }
    if (!end.isDone()) {
      out.println("ready");
      out.flush();
      end.join();
    }
    return 0;
  }

  private void warn(String text) {
    spec.commandLine().getErr().println("qcpruner: warning: " + text);
    spec.commandLine().getErr().flush();
  }

  /** The first signal drains and ends with 0; a second one ends at once. */
  private static void stopOnSignal(ChatServer server, CompletableFuture<Void> end) {
    AtomicBoolean stopping = new AtomicBoolean();
    Runnable stop =
        () -> {
          if (!stopping.compareAndSet(false, true)) {
            Runtime.getRuntime().halt(1);
          }
          new Thread(() -> end(server, end), "drain").start();
        };
    Signals.register("TERM", stop);
    Signals.register("INT", stop);
  }

  private static void end(ChatServer server, CompletableFuture<Void> end) {
    try {
      server.drain();
      server.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      end.complete(null);
    }
  }

  /** Mapped files as they are, packed weights by their kind. */
  private long weightBytes(VisionLanguageModel opened) throws IOException {
    WeightKind kind = WeightKind.named(model.weights());
    return kind == WeightKind.STORED
        ? ServeMemory.fileBytes(model.folder())
        : MemoryModel.weightBytes(opened.backbone().spec(), kind);
  }

  private LocalChatEngine load() throws IOException {
    VisionLanguageModel opened = model.open(chat.format());
    ServeMemory.of(opened, embedded() ? 0 : weightBytes(opened), limits)
        .warning()
        .ifPresent(this::warn);
    return new LocalChatEngine(
        opened,
        new LocalSettings(
            id(),
            checksum(),
            model.reference().weights(),
            limits.visionCache,
            limits.prefixCache,
            mediaDomains,
            List.of(),
            model.note(),
            LocalSettings.LIMITS));
  }

  /** The last part of a folder or hub's name: no path of this machine goes to clients. */
  private String id() {
    Path name = Path.of(model.reference().model()).getFileName();
    return name == null ? "model" : name.toString();
  }

  private boolean embedded() {
    return model.reference().model().equals(PocketModel.NAME);
  }

  private String checksum() throws IOException {
    String whole = embedded() ? PocketModel.checksum() : FolderDigest.of(model.folder());
    return whole.substring(0, CHECKSUM_DIGITS);
  }

  /** The method of requests that name none; what it lacks is told before a model is loaded. */
  private MethodSpec defaultMethod() throws IOException {
    MethodSpec spec = pruning.spec();
    if (!spec.isFull()) {
      spec.requireBudget();
    }
    return spec;
  }

  private ServerSettings settings() throws IOException {
    return new ServerSettings(
        new Listener(access.host, access.port, access.access(spec.commandLine()), Timeouts.DEFAULT),
        limits.queue(),
        limits.requestTimeout(),
        limits.drainTimeout(),
        new RequestRules(
            new RequestRules.Names(aliases, anyModel),
            new RequestRules.Tokens(limits.maxTokensLimit(), limits.defaultMaxTokens()),
            limits.maxBody(),
            limits.maxMedia(),
            mediaUrls,
            defaultMethod(),
            detail.detail()),
        new Features(!noPage, !noMetrics, metricsOpen, logPrompts));
  }
}
