package io.qcpruner.pocket.internal.train;

import io.qcpruner.checkpoint.config.DecoderConfig;
import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.model.decoder.Decoder;
import io.qcpruner.model.decoder.LayerPass;
import io.qcpruner.model.decoder.QueryKeyTap;
import io.qcpruner.model.nn.AttentionMask;
import io.qcpruner.model.nn.Holder;
import io.qcpruner.model.nn.ModuleFactory;
import io.qcpruner.model.nn.Placement;
import io.qcpruner.model.nn.RotaryTable;
import io.qcpruner.model.nn.Tensors;
import io.qcpruner.model.nn.Workspace;
import io.qcpruner.model.vision.Projector;
import io.qcpruner.model.vision.VitTower;
import io.qcpruner.pocket.PocketShape;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;

/** The model in training: the same tower, projector and decoder classes that answer questions. */
final class PocketNet implements AutoCloseable {

  private static final String TABLE = "lm.embed_tokens.weight";
  private static final String NEWLINE = "newline";
  private static final Placement CPU = Placement.cpu();

  /** After this layer the rows of a clip should know when they are seen. */
  private static final int TIMES_AFTER = 1;

  /**
   * After this layer nouns should know what they mean, in time for the answering row's look. Where
   * the picture is seen only from this layer on, neither nouns nor hints are taught.
   */
  private static final int NOUNS_AFTER = 6;

  /** After this layer the answering row should know what it needs, in time for the options. */
  private static final int HINTS_AFTER = 8;

  private final Parameters parameters;
  private final Eyes eyes;
  private final Decoder decoder;
  private final WordLoss words;
  private final CaptionLoss captions; // null without a text tower
  private final Workspace workspace = new Workspace(CPU);

  /** The picture model. */
  PocketNet(Parameters parameters, TurnEncoder encoder) throws WeightsException {
    this(parameters, encoder, PocketShape.decoder(encoder.vocabulary()));
  }

  private PocketNet(Parameters parameters, TurnEncoder encoder, DecoderConfig config)
      throws WeightsException {
    this.parameters = parameters;
    ModuleFactory modules = new ModuleFactory(parameters, CPU);
    int width = config.hiddenSize();
    Projector projector = new Projector(PocketShape.TOWER_WIDTH, width, modules);
    this.eyes =
        parameters.has(NEWLINE)
            ? new ClipEyes(
                new VitTower(PocketShape.clipTower(), modules),
                projector,
                modules.tensor(NEWLINE, width),
                workspace)
            : new PictureEyes(parameters, projector, workspace);
    this.decoder = new Decoder(config, modules);
    this.words = new WordLoss(encoder);
    this.captions = CaptionLoss.isIn(parameters) ? new CaptionLoss(modules) : null;
  }

  /** The clip model. */
  static PocketNet ofClips(Parameters parameters, TurnEncoder encoder) throws WeightsException {
    return new PocketNet(parameters, encoder, PocketShape.clipDecoder(encoder.vocabulary()));
  }

  /** Loss and what the log shows of it; tensors belong to the caller's scope. */
  record Outcome(
      Tensor loss, Tensor answers, Tensor patches, Map<String, Tensor> helps, Tensor predicted) {}

  Outcome run(Batch batch, Holder holder) throws WeightsException {
    Tensor tower = eyes.tower(batch);
    Tensor cells = eyes.cells(tower, batch); // [B, cells, D]
    Tensor table = parameters.all().get(TABLE);
    Tensor patches = words.ofPatches(cells, table, batch);
    Map<String, Tensor> helps = new LinkedHashMap<>();
    if (captions != null && batch.captions().isPresent()) {
      helps.put("captions", captions.of(tower, batch.captions().get(), workspace));
    }
    if (batch.textRows() == 0) {
      return new Outcome(total(patches, helps), null, patches, helps, null);
    }
    return decode(batch, eyes.rows(cells), patches, helps, holder);
  }

  /** Adds hits and questions of each family; nothing is learnt. */
  void count(Batch batch, Map<String, int[]> hits) throws WeightsException {
    PointerScope scope = new PointerScope();
    NoGradGuard off = new NoGradGuard();
    try (Holder holder = new Holder()) {
      long[] predicted = Tensors.toLongs(run(batch, holder).predicted());
      RunningMeans.count(batch, new PackedRows(batch), predicted, hits);
    } finally {
      off.close();
      scope.close();
    }
  }

  /** Share of object patches whose name, and whose colour, is the nearest word. */
  double[] patchAccuracy(Batch batch) throws WeightsException {
    Tensor table = parameters.all().get(TABLE);
    return words.accuracy(eyes.cells(eyes.tower(batch), batch), table, batch);
  }

  private Outcome decode(
      Batch batch, Tensor visual, Tensor patches, Map<String, Tensor> helps, Holder holder) {
    PackedRows rows = new PackedRows(batch);
    Tensor before = decoder.embed(rows.prefixIds()).expand(batch.size(), -1, -1);
    Tensor h = Tensors.cat(1, before, visual, decoder.embed(rows.textIds()));
    RotaryTable rotary = decoder.rotary().ofBatch(rows.positions());
    Tensor visible = rows.visible(); // [B, 1, T, S]
    AttentionMask all = new AttentionMask.SharedStart(rows.shared(), PackedRows.additive(visible));
    AttentionMask without = batch.drop().map(d -> without(rows, visible, d)).orElse(all);
    AttentionMask blind = batch.late() == 0 ? all : blind(rows, visible, batch);
    int dropLayer = batch.drop().map(Batch.Drop::layer).orElse(0);
    Map<Batch.Aim, LookLoss> looks = new EnumMap<>(Batch.Aim.class);
    for (Batch.Aim aim : Batch.Aim.values()) {
      looks.put(aim, new LookLoss(batch, aim, rows, visible, holder));
    }
    Tensor table = parameters.all().get(TABLE);
    for (int l = 0; l < decoder.config().layers(); l++) {
      List<Batch.Aim> aims = batch.drop().isPresent() ? List.of() : batch.lesson().at(l);
      AttentionMask mask = l < batch.late() ? blind : l < dropLayer ? all : without;
      QueryKeyTap tap = (q, k) -> aims.forEach(aim -> looks.get(aim).record(q, k));
      h = decoder.layer(l, h, new LayerPass(rotary, mask, null, tap, workspace));
      if (l == TIMES_AFTER && batch.visual().times().length > 0) {
        helps.put("times", words.ofTimes(h, table, batch, rows));
      } else if (l == NOUNS_AFTER && batch.late() < NOUNS_AFTER) {
        helps.put("nouns", words.ofNouns(h, table, batch, rows));
      } else if (l == HINTS_AFTER && batch.late() < NOUNS_AFTER) {
        helps.put("hints", words.ofHints(h, table, batch, rows));
      }
    }
    Tensor answering = h.flatten(0, 1).index_select(0, rows.answerRows()); // [M, D]
    Tensor logits = decoder.logits(answering, workspace);
    Tensor answers =
        torch.cross_entropy_loss(
            logits, rows.answerTargets(), new TensorOptional(), 1, DenseWords.IGNORE, 0);
    helps.values().removeIf(java.util.Objects::isNull);
    Tensor loss = total(answers.add(patches), helps);
    looks.forEach((aim, look) -> look.mean().ifPresent(mean -> helps.put(aim.label(), mean)));
    for (Batch.Aim aim : Batch.Aim.values()) {
      if (helps.containsKey(aim.label())) {
        loss = loss.add(helps.get(aim.label()), new Scalar(batch.lesson().lookWeight()));
      }
    }
    return new Outcome(
        loss,
        answers,
        patches,
        helps,
        logits.argmax(new org.bytedeco.pytorch.LongOptional(-1), false));
  }

  private static AttentionMask without(PackedRows rows, Tensor visible, Batch.Drop drop) {
    Tensor left = rows.visibleWithout(visible, drop.kept());
    return new AttentionMask.SharedStart(rows.shared(), PackedRows.additive(left));
  }

  private static AttentionMask blind(PackedRows rows, Tensor visible, Batch batch) {
    boolean[] none = new boolean[batch.visual().count()];
    Tensor left = rows.visibleWithout(visible, none);
    return new AttentionMask.SharedStart(rows.shared(), PackedRows.additive(left));
  }

  private static Tensor total(Tensor loss, Map<String, Tensor> helps) {
    Tensor sum = loss;
    for (Tensor help : helps.values()) {
      sum = sum.add(help);
    }
    return sum;
  }

  @Override
  public void close() {
    words.close();
    workspace.close();
  }
}
