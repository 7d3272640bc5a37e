package io.qcpruner.model.backbone;

import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.core.layout.Grouping;
import io.qcpruner.core.layout.TokenKind;
import io.qcpruner.core.prune.PrunePlan;
import io.qcpruner.core.prune.PruningRefusedException;
import io.qcpruner.core.signal.VisionLayout;
import io.qcpruner.model.decoder.Decoder;
import io.qcpruner.model.nn.ModuleFactory;
import io.qcpruner.model.nn.Placement;
import io.qcpruner.model.nn.RowMaps;
import io.qcpruner.model.nn.Workspace;
import io.qcpruner.model.vision.TowerSignals;
import io.qcpruner.model.vision.TowerTap;
import io.qcpruner.model.vision.TowerWork;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.bytedeco.pytorch.Tensor;

/**
 * A model whose tower and projector are one: blocks of patches leave it as decoder rows, and plans
 * are made on these rows.
 */
public abstract class MergedBackbone implements Backbone {
  private final BackboneSpec spec;
  private final Decoder decoder;
  private final Placement placement;

  protected MergedBackbone(BackboneSpec spec, ModuleFactory modules) throws WeightsException {
    this.spec = spec;
    this.placement = modules.placement();
    this.decoder = new Decoder(spec.config().decoder(), modules);
  }

  /**
   * What a tower makes of one picture or clip, blocks in raster order.
   *
   * @param units [N, patches of a block, d] output of the last layer, grouped by block
   * @param merged [N, D] rows as the decoder will see them
   * @param reverse place of each block in what a tap recorded: all blocks, or those of one view if
   *     the tap keeps views apart
   * @param deep [N, D] rows to add after the first decoder layers, a tensor for each
   */
  public record Blocks(Tensor units, Tensor merged, int[] reverse, List<Tensor> deep) {

    /** Nothing is added inside the decoder. */
    public Blocks(Tensor units, Tensor merged, int[] reverse) {
      this(units, merged, reverse, List.of());
    }
  }

  /** What a group of rows is. */
  protected abstract Grouping grouping(VisionOutput output);

  /** The grid of multi-axis positions; empty for one axis. */
  protected Optional<MropeGrid> grid(VisionOutput output) {
    return Optional.empty();
  }

  /** Places in the prompt that the rows are spread over: one, or one for each view. */
  protected int places(VisionOutput output) {
    return 1;
  }

  protected final Placement placement() {
    return placement;
  }

  @Override
  public final BackboneSpec spec() {
    return spec;
  }

  @Override
  public final Decoder decoder() {
    return decoder;
  }

  /** What the tower records; merging rows inside it is refused. */
  protected final TowerTap newTap(TowerWork work) {
    if (work.merging().isPresent()) {
      throw new PruningRefusedException(
          spec.family().label()
              + " can't merge rows inside its tower: its merger needs whole blocks");
    }
    return work.newTap();
  }

  /** Call inside the scope that made the blocks. */
  protected static VisionOutput output(
      Visual visual, VisionLayout layout, Blocks blocks, TowerTap tap) {
    Tensor states = TowerSignals.meanOfRuns(blocks.units(), blocks.units().size(1)).squeeze(1);
    return new VisionOutput(
        visual,
        layout,
        states,
        blocks.merged(),
        tap,
        blocks.reverse(),
        blocks.deep(),
        Optional.empty());
  }

  @Override
  public final Tensor projected(VisionOutput output, Workspace workspace) {
    return output.merged();
  }

  @Override
  public final VisualRows rows(VisionOutput output, Workspace workspace) {
    int[] all = IntStream.range(0, output.layout().towerRows()).toArray();
    TokenKind[] kinds = new TokenKind[all.length];
    Arrays.fill(kinds, TokenKind.PATCH);
    return visualRows(output, x -> x, all, kinds);
  }

  @Override
  public final VisualRows rows(VisionOutput output, PrunePlan plan, Workspace workspace) {
    if (plan.unchanged()) {
      return rows(output, workspace);
    }
    UnaryOperator<Tensor> planned = x -> RowMaps.apply(plan.rows(), x, placement);
    return visualRows(output, planned, plan.rows().primarySources(), plan.kinds());
  }

  private VisualRows visualRows(
      VisionOutput output, UnaryOperator<Tensor> rows, int[] units, TokenKind[] kinds) {
    VisionLayout layout = output.layout();
    int cols = layout.gridCols();
    List<VisualRows.Cell> cells =
        IntStream.range(0, units.length)
            .mapToObj(
                i -> {
                  int inView = units[i] % layout.patches();
                  return new VisualRows.Cell(
                      kinds[i],
                      units[i] / layout.patches(),
                      inView / cols,
                      inView % cols,
                      units[i]);
                })
            .toList();
    return new VisualRows(
        rows.apply(output.merged()),
        cells,
        layout.towerRows(),
        grouping(output),
        grid(output),
        output.deep().stream().map(rows).toList(),
        places(output));
  }
}
