package io.qcpruner.cli.chat;

import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.core.prune.Budgets;
import io.qcpruner.media.Detail;
import io.qcpruner.media.MediaLimits;
import io.qcpruner.media.MediaSource;
import io.qcpruner.media.PictureSettings;
import io.qcpruner.media.RgbImage;
import io.qcpruner.media.reader.MediaReader;
import io.qcpruner.model.Ask;
import io.qcpruner.model.EncodedVisual;
import io.qcpruner.model.PipelineObserver;
import io.qcpruner.model.Prefilled;
import io.qcpruner.model.Reply;
import io.qcpruner.model.VisionLanguageModel;
import io.qcpruner.model.backbone.PatchGeometry.Cell;
import io.qcpruner.model.generate.FinishReason;
import io.qcpruner.model.nn.Cancellation;
import io.qcpruner.text.Conversation;
import io.qcpruner.text.Turn;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicBoolean;

/** A conversation about pictures: questions and commands in, answers out. */
final class ChatSession implements AutoCloseable {
  private static final String HELP =
      """
      /image FILE   talk about another picture (starts anew)
      /add FILE     show one more picture with the next question
      /method NAME  prune by this method, such as qcpruner or qcpruner:layer=5; 'full' prunes nothing
      /budget K     number of visual tokens to keep, such as 64 or 25%
      /keep         draw the cells that the last answer kept
      /new          forget the conversation, keep the picture
      /history      show the conversation
      /quit         end (also Ctrl-D); Ctrl-C stops an answer
      """;

  private final VisionLanguageModel model;
  private final PrintWriter out;
  private final Detail detail;
  private final int maxTokens;
  private final boolean singleTurn;
  private final AtomicBoolean stop = new AtomicBoolean();
  private final List<EncodedVisual> visuals = new ArrayList<>();
  private final List<Turn> turns = new ArrayList<>();
  private MethodSpec spec;
  private int pending;
  private Reply last;
  private List<Cell> candidates = List.of();

  /**
   * @param singleTurn the model was taught single questions: each is asked alone, with the pictures
   */
  ChatSession(
      VisionLanguageModel model,
      PrintWriter out,
      MethodSpec spec,
      Detail detail,
      int maxTokens,
      boolean singleTurn) {
    this.model = model;
    this.out = out;
    this.spec = spec;
    this.detail = detail;
    this.maxTokens = maxTokens;
    this.singleTurn = singleTurn;
    if (singleTurn) {
      out.println("this model was taught single questions: each one is asked alone");
    }
  }

  /** Asks the answer that is being made to end; the session goes on. */
  void stop() {
    stop.set(true);
  }

  /** One line of the user; false when it ends the session. Mistakes are told, not thrown. */
  boolean line(String text) {
    String line = text.strip();
    if (line.isEmpty()) {
      return true;
    }
    if (line.equals("/quit") || line.equals("/exit")) {
      return false;
    }
    try {
      if (line.startsWith("/")) {
        command(line);
      } else {
        ask(line);
      }
    } catch (IOException | IllegalArgumentException e) {
      out.println(e.getMessage());
    }
    out.flush();
    return true;
  }

  private void command(String line) throws IOException {
    String[] words = line.split("\\s+", 2);
    String argument = words.length > 1 ? words[1] : "";
    switch (words[0]) {
      case "/image" -> {
        EncodedVisual picture = encode(argument, false);
        forget();
        closeVisuals();
        add(picture);
      }
      case "/add" -> {
        model.backbone().spec().requireVisuals(visuals.size() + 1);
        show(argument);
      }
      case "/method" -> {
        MethodSpec chosen = MethodSpec.parse(argument);
        if (!chosen.isFull() && chosen.budget().isEmpty() && spec.budget().isPresent()) {
          chosen = chosen.withBudget(spec.requireBudget());
        }
        if (!chosen.isFull()) {
          model.method(chosen);
        }
        spec = chosen;
        out.println("method " + spec);
      }
      case "/budget" -> {
        MethodSpec base = spec.isFull() ? MethodSpec.of("qcpruner") : spec;
        spec = base.withBudget(Budgets.parse(argument));
        out.println("method " + spec);
      }
      case "/keep" -> keep();
      case "/new" -> {
        forget();
        pending = visuals.size();
        out.println("a new conversation");
      }
      case "/history" -> {
        for (Turn turn : turns) {
          out.println("> " + turn.question());
          out.println(turn.answer());
        }
      }
      case "/help" -> out.print(HELP);
      default -> out.println("unknown command " + words[0] + "; /help lists them");
    }
  }

  /** One more picture; earlier ones are looked at anew where the family shows several otherwise. */
  void show(String file) throws IOException {
    EncodedVisual picture = encode(file, !visuals.isEmpty());
    for (int i = 0; i < visuals.size(); i++) {
      EncodedVisual alone = visuals.get(i);
      EncodedVisual together = model.amongOthers(alone, spec);
      if (together != alone) {
        visuals.set(i, together.reusePrefix());
        alone.close();
      }
    }
    add(picture);
  }

  private EncodedVisual encode(String file, boolean several) throws IOException {
    if (file.isEmpty()) {
      throw new IllegalArgumentException("name a file, such as /image bus.png");
    }
    MediaReader reader = new MediaReader(MediaLimits.DEFAULT).upright();
    RgbImage picture = reader.image(MediaSource.parse(file), model.alpha());
    PictureSettings settings = new PictureSettings(detail, several);
    return model.encode(picture, settings, spec, Cancellation.NONE).reusePrefix();
  }

  private void add(EncodedVisual picture) {
    visuals.add(picture);
    pending++;
    out.printf(
        "picture %d: %d x %d%n",
        visuals.size(), picture.frames().get(0).width(), picture.frames().get(0).height());
  }

  private void forget() {
    turns.clear();
    pending = 0;
    last = null;
  }

  private void ask(String question) {
    if (!spec.isFull()) {
      spec.requireBudget();
    }
    if (visuals.isEmpty()) {
      out.println("show a picture first, such as /image bus.png");
      return;
    }
    List<Turn> all = singleTurn ? new ArrayList<>() : new ArrayList<>(turns);
    all.add(new Turn(singleTurn ? visuals.size() : pending, "", question, null));
    stop.set(false);
    Ask ask =
        Ask.of(new Conversation(null, all))
            .withMaxNewTokens(maxTokens)
            .withCancelled(stop::get)
            .withListener(
                piece -> {
                  out.print(piece);
                  out.flush();
                });
    try {
      Reply reply = model.ask(visuals, ask.with(spec), new Candidates());
      out.println();
      if (reply.generation().reason() == FinishReason.CANCELLED) {
        out.println("  [stopped]");
        return;
      }
      out.printf(
          "  [%s, %d of %d visual tokens]%n", spec, reply.keptTokens(), reply.visualTokens());
      turns.add(new Turn(pending, "", question, reply.text()));
      pending = 0;
      last = reply;
    } catch (CancellationException e) {
      out.println();
      out.println("  [stopped]");
    }
  }

  /** Remembers where the visual rows of the prompt lie. */
  private final class Candidates implements PipelineObserver {
    @Override
    public void prefilled(Prefilled prompt) {
      candidates = EncodedVisual.cells(prompt.prompt().input().layout());
    }
  }

  private void keep() {
    if (last == null || visuals.isEmpty()) {
      out.println("ask something about a picture first");
      return;
    }
    List<Cell> kept = EncodedVisual.cells(last.survivors());
    out.print(KeptDrawing.of(kept, candidates, last.visualTokens()));
  }

  private void closeVisuals() {
    visuals.forEach(EncodedVisual::close);
    visuals.clear();
  }

  @Override
  public void close() {
    closeVisuals();
  }
}
