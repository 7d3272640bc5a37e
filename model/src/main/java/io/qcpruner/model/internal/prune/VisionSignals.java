package io.qcpruner.model.internal.prune;

import io.qcpruner.core.linalg.Matrix;
import io.qcpruner.core.method.MissingTextTowerException;
import io.qcpruner.core.method.QuestionWords;
import io.qcpruner.core.signal.Signal;
import io.qcpruner.core.signal.VisionLayout;
import io.qcpruner.model.backbone.Backbone;
import io.qcpruner.model.backbone.VisionOutput;
import io.qcpruner.model.nn.Scopes;
import io.qcpruner.model.nn.Tensors;
import io.qcpruner.model.nn.Workspace;
import io.qcpruner.model.vision.SiglipPoolingHead;
import io.qcpruner.model.vision.TowerSignals;
import io.qcpruner.model.vision.TowerTap;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.ScalarTypeOptional;
import org.bytedeco.pytorch.Tensor;

/** What the tower's output of one picture or clip, and the question, give. */
final class VisionSignals implements PromptSignals {
  private final Backbone backbone;
  private final VisionOutput output;
  private final QuestionText question;
  private final Function<String, List<String>> questionWords;
  private final Companions companions;
  private final Workspace workspace;

  /**
   * @param questionWords the method's own way to turn the user's text into words
   */
  VisionSignals(
      Backbone backbone,
      VisionOutput output,
      QuestionText question,
      Function<String, List<String>> questionWords,
      Companions companions,
      Workspace workspace) {
    this.backbone = backbone;
    this.output = output;
    this.question = question;
    this.questionWords = questionWords;
    this.companions = companions;
    this.workspace = workspace;
  }

  @Override
  public VisionLayout vision() {
    return output.layout();
  }

  @Override
  public Matrix get(Signal signal) {
    return switch (signal) {
      case TOWER_STATES -> matrix(output::towerRows);
      case PROJECTED -> matrix(() -> backbone.projected(output, workspace));
      case CLASS_ATTENTION -> matrix(this::classAttention);
      case TOWER_KEYS -> matrix(this::towerKeys);
      case TOWER_GROUPS -> towerGroups();
      case IMAGE_EMBEDDING -> matrix(() -> clip().images(patchRows()));
      case TEXT_EMBEDDING -> matrix(this::textEmbedding);
      case QUESTION_EMBEDDING -> matrix(this::questionEmbedding);
      case FRAME_DESCRIPTOR -> matrix(this::frameDescriptor);
      case FRAME_SALIENCY -> matrix(this::frameSaliency);
      case FRAME_ATTENTION -> matrix(this::frameAttention);
      default -> throw new IllegalArgumentException(signal + " does not come from the tower");
    };
  }

  @Override
  public Matrix get(Signal signal, int towerLayer) {
    TowerTap.QueryKeys made = output.tap().layer(towerLayer);
    return switch (signal) {
      case LAYER_CLASS_ATTENTION -> matrix(() -> layerClassAttention(made));
      case LAYER_RECEIVED_ATTENTION -> matrix(() -> receivedAttention(made));
      case LAYER_CLASS_QUERY -> matrix(() -> headsSideBySide(made.queries().narrow(2, 0, 1)));
      case LAYER_KEYS -> matrix(() -> headsSideBySide(spread(made.keys(), 2)));
      default -> throw new IllegalArgumentException(signal + " is not a signal of a tower layer");
    };
  }

  /** [V, P]. */
  private Tensor layerClassAttention(TowerTap.QueryKeys made) {
    if (!output.layout().classRow()) {
      throw new IllegalArgumentException("this tower has no class row");
    }
    Tensor sums = TowerSignals.classAttention(made.queries(), made.keys());
    Tensor mean = sums.div(new Scalar((double) made.queries().size(1)));
    return patches(spread(Tensors.cat(1, mean.narrow(1, 0, 1), mean), 1));
  }

  /** Where rows were merged inside the tower, each row reads what its merged row has. */
  private Tensor spread(Tensor x, int rowDimension) {
    if (output.groups().isEmpty() || x.size(rowDimension) != output.groups().get().rows()) {
      return x;
    }
    int[][] rowOf = output.groups().get().rowOf();
    Tensor[] views = new Tensor[rowOf.length];
    for (int v = 0; v < views.length; v++) {
      Tensor at = Tensors.ofIndices(rowOf[v], workspace.placement());
      views[v] = x.narrow(0, v, 1).index_select(rowDimension, at);
    }
    return Tensors.cat(0, views);
  }

  private Matrix towerGroups() {
    VisionLayout layout = output.layout();
    int classRows = layout.classRow() ? 1 : 0;
    Matrix out = Matrix.zeros(layout.views(), layout.patches());
    for (int v = 0; v < layout.views(); v++) {
      int view = v;
      int[] firsts =
          output
              .groups()
              .map(groups -> groups.firsts(view))
              .orElseGet(() -> IntStream.range(0, layout.rowsPerView()).toArray());
      for (int patch = 0; patch < layout.patches(); patch++) {
        out.data()[out.offset(v) + patch] = firsts[patch + classRows] - classRows;
      }
    }
    return out;
  }

  /** [V, P]. */
  private Tensor receivedAttention(TowerTap.QueryKeys made) {
    Tensor mean = attentionSums(made).div(new Scalar((double) byView(made.queries()).size(2)));
    return inWindowOrder() ? inRasterOrder(mean) : patches(spread(mean, 1));
  }

  /** [V, R] attention that each row receives from the rows of its view, in the tap's order. */
  private Tensor attentionSums(TowerTap.QueryKeys made) {
    return TowerSignals.columnAttention(byView(made.queries()), byView(made.keys()));
  }

  private Tensor patches(Tensor perRow) {
    int skip = output.layout().classRow() ? 1 : 0;
    return perRow.narrow(1, skip, perRow.size(1) - skip);
  }

  /** [V, H, n, d_h] to [V·n, H·d_h]. */
  private static Tensor headsSideBySide(Tensor x) {
    return x.transpose(1, 2).flatten(2, 3).flatten(0, 1);
  }

  /** [V, P]. */
  private Tensor classAttention() {
    Tensor q = output.tap().queries();
    Tensor k = output.tap().keys();
    if (output.layout().classRow()) {
      return TowerSignals.classAttention(q, k);
    }
    Tensor received = attentionSums(new TowerTap.QueryKeys(q, k));
    return inWindowOrder() ? inRasterOrder(received) : received;
  }

  /** [V·R, d_h]. */
  private Tensor towerKeys() {
    Tensor keys = TowerSignals.meanKeys(output.tap().keys()); // [V, R, d_h]
    return (inWindowOrder() ? unitsInRasterOrder(keys) : keys).flatten(0, 1);
  }

  /** [V, R] values of patches to [V, P] means of merge units. */
  private Tensor inRasterOrder(Tensor perPatch) {
    int views = output.layout().views();
    // the tap's order is that of one view, or that of all views as one row
    boolean apart = output.reverse().length == output.layout().patches();
    Tensor rows = perPatch.reshape(apart ? views : 1, -1, 1);
    return unitsInRasterOrder(rows).reshape(views, -1);
  }

  /** The mean of each merge unit's patches [V, R, x], units back in raster order. */
  private Tensor unitsInRasterOrder(Tensor perPatch) {
    int units = output.reverse().length;
    Tensor means = TowerSignals.meanOfRuns(perPatch, perPatch.size(1) / units);
    Tensor order = Tensors.ofIndices(output.reverse(), workspace.placement());
    return means.index_select(1, order);
  }

  private boolean inWindowOrder() {
    return output.reverse().length > 0;
  }

  /** [V·P, d]: the tower's rows without class rows. */
  private Tensor patchRows() {
    VisionLayout layout = output.layout();
    int[] rows =
        IntStream.range(0, layout.views() * layout.patches())
            .map(i -> layout.towerRow(i / layout.patches(), i % layout.patches()))
            .toArray();
    return output.towerRows().index_select(0, Tensors.ofIndices(rows, workspace.placement()));
  }

  private ClipCompanion clip() {
    return companions
        .clip()
        .orElseThrow(() -> new MissingTextTowerException("not run: CLIP text tower missing"));
  }

  private Tensor textEmbedding() {
    String text = QuestionWords.withoutFormatSentence(question.userText());
    int[] ids =
        question
            .encodeForClip()
            .orElseThrow(
                () ->
                    new IllegalArgumentException("not run: the CLIP folder has no tokenizer.json"))
            .apply(text);
    return clip().text(ids, workspace);
  }

  private Tensor questionEmbedding() {
    int[] ids =
        questionWords.apply(question.userText()).stream()
            .flatMapToInt(word -> IntStream.of(question.encodeWord().apply(word)))
            .toArray();
    if (ids.length == 0) {
      throw new IllegalArgumentException("the question has no words to condition on");
    }
    return backbone.decoder().embed(ids);
  }

  private Tensor frameDescriptor() {
    VisionLayout layout = output.layout();
    if (companions.siglipHead().isPresent()) {
      return pooled().descriptors();
    }
    return backbone
        .projected(output, workspace)
        .unflatten(0, layout.views(), layout.patches())
        .mean(new long[] {1}, false, new ScalarTypeOptional());
  }

  private Tensor frameSaliency() {
    Tensor perPatch =
        companions.siglipHead().isPresent()
            ? pooled().saliency()
            : TowerSignals.meanQueryAttention(output.tap().queries(), output.tap().keys());
    return backbone.onSequenceGrid(perPatch, output);
  }

  /** [V, P] on the sequence's grid. */
  private Tensor frameAttention() {
    TowerTap.QueryKeys last = new TowerTap.QueryKeys(output.tap().queries(), output.tap().keys());
    return backbone.onSequenceGrid(receivedAttention(last), output);
  }

  /** [V, H, R, d_h], where the tower may hold all frames as one row of patches. */
  private Tensor byView(Tensor heads) {
    int views = output.layout().views();
    return heads.size(0) == views
        ? heads
        : heads.squeeze(0).unflatten(1, views, -1).transpose(0, 1);
  }

  private SiglipPoolingHead.Pooled pooled() {
    VisionLayout layout = output.layout();
    Tensor rows = output.towerRows().unflatten(0, layout.views(), layout.rowsPerView());
    return companions.siglipHead().orElseThrow().forward(rows, workspace);
  }

  private static Matrix matrix(Supplier<Tensor> body) {
    return Scopes.compute(() -> Tensors.toMatrix(body.get()));
  }
}
