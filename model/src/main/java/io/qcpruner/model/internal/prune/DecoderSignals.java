package io.qcpruner.model.internal.prune;

import io.qcpruner.core.layout.TokenLayout;
import io.qcpruner.core.linalg.Matrix;
import io.qcpruner.core.signal.Signal;
import io.qcpruner.core.signal.Signals;
import io.qcpruner.core.signal.VisionLayout;
import io.qcpruner.model.decoder.Boundary;
import io.qcpruner.model.decoder.Decoder;
import io.qcpruner.model.decoder.QueryKeys;
import io.qcpruner.model.nn.RotaryTable;
import io.qcpruner.model.nn.Scopes;
import io.qcpruner.model.nn.Tensors;
import io.qcpruner.model.nn.ThreadTeam;
import io.qcpruner.model.prune.StageClock;
import io.qcpruner.model.prune.StageClock.Part;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;

/** What a method may know at one boundary of the decoder, computed on the device when asked for. */
public final class DecoderSignals implements Signals {
  /** A picture's worth of states; beyond it several threads are worth waking. */
  private static final long FEW_NUMBERS = 3_000_000;

  private final Decoder decoder;
  private final Boundary boundary;
  private final PromptSignals prompt;
  private final int[] anchorOrigins;
  private final Set<Signal> declared;
  private final StageClock clock;
  private final TokenLayout layout;
  private final int[] candidates;
  private final TokenLayout unpruned;
  private final int[] inputCandidates;

  /**
   * @param anchorOrigins anchor rows of the unpruned prompt
   * @param declared what the method said it needs at this stage
   * @param visual the picture or clip that the method decides about
   */
  DecoderSignals(
      Decoder decoder,
      Boundary boundary,
      PromptSignals prompt,
      int[] anchorOrigins,
      Set<Signal> declared,
      boolean newlinesAreCandidates,
      int visual,
      StageClock clock) {
    this.decoder = decoder;
    this.boundary = boundary;
    this.prompt = prompt;
    this.anchorOrigins = anchorOrigins;
    this.declared = declared;
    this.clock = clock;
    TokenLayout seen = of(boundary.layout(), rowVisuals(boundary), visual, boundary);
    this.layout = newlinesAreCandidates ? seen.withNewlinesAsPatches() : seen;
    this.candidates = layout.candidates();
    this.unpruned = of(boundary.input().layout(), boundary.input().visuals(), visual, boundary);
    this.inputCandidates = unpruned.candidates();
  }

  private static TokenLayout of(TokenLayout layout, int[] visuals, int visual, Boundary boundary) {
    return boundary.input().visualCount() > 1 ? OneVisual.layout(layout, visuals, visual) : layout;
  }

  /** Which picture each row of the sequence as it stands belongs to, -1 for text. */
  static int[] rowVisuals(Boundary boundary) {
    int[] visuals = boundary.input().visuals();
    return Arrays.stream(boundary.rows().origins()).map(origin -> visuals[origin]).toArray();
  }

  /** Whether a method needs queries and keys of the layer at one of its stages. */
  public static boolean needsQueryKey(Set<Signal> needs) {
    return needs.contains(Signal.TEXT_ALIGNMENT)
        || needs.contains(Signal.ATTENTION)
        || needs.contains(Signal.ATTENTION_PEAKS)
        || needs.contains(Signal.UNMASKED_PEAKS)
        || needs.contains(Signal.KEYS);
  }

  @Override
  public TokenLayout layout() {
    return layout;
  }

  @Override
  public TokenLayout unprunedLayout() {
    return unpruned;
  }

  @Override
  public int unprunedCandidates() {
    return inputCandidates.length;
  }

  @Override
  public VisionLayout vision() {
    return prompt.vision();
  }

  @Override
  public int[] anchorRows() {
    int[] origins = boundary.rows().origins();
    return IntStream.range(0, origins.length)
        .filter(r -> Arrays.binarySearch(anchorOrigins, origins[r]) >= 0)
        .toArray();
  }

  @Override
  public Matrix get(Signal signal) {
    require(signal);
    return switch (signal) {
      case VISUAL_STATES -> matrix(Part.CUES, () -> rows(boundary.hidden(), candidates));
      case NORMED_STATES -> matrix(Part.CUES, () -> decoder.finalNorm(boundary.hidden()));
      case KEYS ->
          // [H_kv, n, d_h] -> [n, H_kv * d_h]
          matrix(Part.CUES, () -> boundary.keys().transpose(0, 1).flatten(1, 2));
      case INPUT_VISUAL -> matrix(Part.CUES, () -> rows(input(), inputCandidates));
      case INPUT_SUFFIX -> matrix(Part.CUES, this::inputSuffix);
      case VISUAL_COSINE,
              TEXT_COSINE,
              TEXT_ALIGNMENT,
              ATTENTION,
              NEXT_ATTENTION,
              ATTENTION_PEAKS,
              UNMASKED_PEAKS ->
          throw new IllegalArgumentException(signal + " is asked for by rows");
      default -> clock.time(Part.CUES, () -> prompt.get(signal));
    };
  }

  @Override
  public Matrix visualCosine(int[] chosen) {
    require(Signal.VISUAL_COSINE);
    int[] picked = Arrays.stream(chosen).map(c -> candidates[c]).toArray();
    return matrix(Part.AFFINITY, () -> selfCosine(rows(boundary.hidden(), picked)));
  }

  private Tensor selfCosine(Tensor rows) {
    if (!decoder.placement().isCpu()) {
      return RowScores.selfCosine(rows);
    }
    ThreadTeam team = ThreadTeam.shared();
    int workers = TeamCosine.workers(team);
    return workers > 1 ? TeamCosine.of(rows, team, workers) : RowScores.selfCosine(rows);
  }

  @Override
  public Matrix textCosine(int[] textRows) {
    require(Signal.TEXT_COSINE);
    return cue(
        () ->
            RowScores.cosine(
                rows(boundary.hidden(), textRows), rows(boundary.hidden(), candidates)));
  }

  @Override
  public Matrix textAlignment(int[] textRows) {
    require(Signal.TEXT_ALIGNMENT);
    return cue(
        () ->
            RowScores.alignment(
                headRows(boundary.queries(), textRows), headRows(boundary.keys(), candidates)));
  }

  @Override
  public Matrix attention(int[] textRows) {
    require(Signal.ATTENTION);
    return matrix(
        Part.CUES,
        () ->
            RowScores.attention(
                    headRows(boundary.queries(), textRows),
                    boundary.keys(),
                    Tensors.ofIndices(textRows, decoder.placement()))
                .index_select(1, Tensors.ofIndices(candidates, decoder.placement())));
  }

  @Override
  public Matrix attentionPeaks(int[] rows) {
    require(Signal.ATTENTION_PEAKS);
    return matrix(
        Part.CUES,
        () -> {
          Tensor sums =
              RowScores.attentionPeaks(
                  block -> headRows(boundary.queries(), block),
                  boundary.keys(),
                  rows,
                  decoder.placement());
          return sums.index_select(1, Tensors.ofIndices(candidates, decoder.placement()));
        });
  }

  @Override
  public Matrix unmaskedPeaks(int[] rows) {
    require(Signal.UNMASKED_PEAKS);
    return matrix(
        Part.CUES,
        () -> {
          RotaryTable back = decoder.rotary().at(boundary.rows().positions()).inverse();
          Tensor queries = back.rotate(boundary.queries().unsqueeze(0)).squeeze(0);
          Tensor keys = back.rotate(boundary.keys().unsqueeze(0)).squeeze(0);
          Tensor largest = RowScores.unmaskedPeaks(headRows(queries, rows), keys);
          return largest.index_select(1, Tensors.ofIndices(candidates, decoder.placement()));
        });
  }

  @Override
  public Matrix nextAttention(int[] textRows, boolean rotated) {
    require(Signal.NEXT_ATTENTION);
    return matrix(
        Part.CUES,
        () -> {
          Optional<RotaryTable> table =
              rotated
                  ? Optional.of(decoder.rotary().at(boundary.rows().positions()))
                  : Optional.empty();
          QueryKeys made =
              decoder.queryKeys(boundary.layer() + 1, boundary.hidden(), textRows, table);
          Tensor at = Tensors.ofIndices(textRows, decoder.placement());
          // without a mask every row sees all keys
          Tensor seenUpTo = rotated ? at : at.mul(new Scalar(0)).add(new Scalar(layout.size()));
          return RowScores.attention(made.queries(), made.keys(), seenUpTo)
              .index_select(1, Tensors.ofIndices(candidates, decoder.placement()));
        });
  }

  @Override
  public Matrix get(Signal signal, int towerLayer) {
    require(signal);
    return clock.time(Part.CUES, () -> prompt.get(signal, towerLayer));
  }

  private Tensor input() {
    return boundary.input().embeds().squeeze(0);
  }

  private Tensor inputSuffix() {
    int start = boundary.input().layout().suffixStart();
    return input().narrow(0, start, boundary.input().rows() - start);
  }

  private Tensor rows(Tensor from, int[] indices) {
    return select(from, 0, indices);
  }

  private Tensor headRows(Tensor from, int[] indices) {
    return select(from, 1, indices);
  }

  /** A view where the indices lie side by side, as the patches of one picture do. */
  private Tensor select(Tensor from, int dimension, int[] indices) {
    int n = indices.length;
    boolean sideBySide = IntStream.range(1, n).allMatch(i -> indices[i] == indices[0] + i);
    return n > 0 && sideBySide
        ? from.narrow(dimension, indices[0], n)
        : from.index_select(dimension, Tensors.ofIndices(indices, decoder.placement()));
  }

  private Matrix matrix(Part part, Supplier<Tensor> body) {
    return clock.time(part, () -> matrix(body));
  }

  /** One thread is done with a few numbers before the engine's others are awake. */
  private Matrix cue(Supplier<Tensor> body) {
    long numbers = (long) candidates.length * decoder.config().hiddenSize();
    boolean alone = decoder.placement().isCpu() && numbers <= FEW_NUMBERS;
    return clock.time(Part.CUES, () -> alone ? onOneThread(body) : matrix(body));
  }

  private static Matrix onOneThread(Supplier<Tensor> body) {
    return ThreadTeam.shared().computeOnOne(() -> matrix(body));
  }

  private static Matrix matrix(Supplier<Tensor> body) {
    return Scopes.compute(() -> Tensors.toMatrix(body.get()));
  }

  private void require(Signal signal) {
    if (!declared.contains(signal)) {
      throw new IllegalArgumentException("the method did not declare that it needs " + signal);
    }
  }
}
