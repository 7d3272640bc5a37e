package io.qcpruner.contracts.backbone;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.checkpoint.config.ConfigFiles;
import io.qcpruner.core.layout.TokenKind;
import io.qcpruner.core.layout.TokenLayout;
import io.qcpruner.core.prune.PlanBuilder;
import io.qcpruner.core.prune.PositionPolicy;
import io.qcpruner.media.Detail;
import io.qcpruner.media.PictureSettings;
import io.qcpruner.media.RgbImage;
import io.qcpruner.media.video.VideoFrames;
import io.qcpruner.model.backbone.Backbone;
import io.qcpruner.model.backbone.BackboneFamilies;
import io.qcpruner.model.backbone.BackboneFamily;
import io.qcpruner.model.backbone.BackboneSpec;
import io.qcpruner.model.backbone.PromptIds;
import io.qcpruner.model.backbone.Visual;
import io.qcpruner.model.backbone.VisualRows;
import io.qcpruner.model.nn.ModuleFactory;
import io.qcpruner.model.nn.Placement;
import io.qcpruner.model.weights.SeededWeights;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * What every model family promises. A family's test extends this and gives a tiny configuration;
 * weights are made from the tensors' names.
 */
public abstract class BackboneContract {
  private static final int[] BEFORE = {1, 7, 9};
  private static final int[] AFTER = {11, 13, 17, 19};

  /** A tiny configuration of the family, as its config.json holds it. */
  protected abstract String configuration();

  /** Whether the family answers about clips. */
  protected abstract boolean takesClips();

  private BackboneSpec spec() throws IOException {
    return BackboneFamilies.parse(configuration());
  }

  private Backbone backbone() throws IOException {
    return spec().build(new ModuleFactory(new SeededWeights(), Placement.cpu()));
  }

  /** A picture of noise, prepared by the family. */
  private static Visual picture(BackboneSpec spec, int seed) throws IOException {
    return spec.preparer().picture(noise(seed));
  }

  /** The same as one of several. */
  private static Visual among(BackboneSpec spec, int seed) throws IOException {
    return spec.preparer().picture(noise(seed), PictureSettings.DEFAULT.withOthers());
  }

  private static RgbImage noise(int seed) {
    byte[] rgb = new byte[3 * 40 * 30];
    new Random(seed).nextBytes(rgb);
    return new RgbImage(40, 30, rgb);
  }

  private static PromptIds prompt(int pictures) {
    int[] markers = new int[pictures];
    Arrays.fill(markers, PromptIds.MARKER);
    return PromptIds.raw(concat(concat(BEFORE, markers), AFTER));
  }

  private static int[] concat(int[] a, int... b) {
    return IntStream.concat(Arrays.stream(a), Arrays.stream(b)).toArray();
  }

  @Test
  void oneFamilyRecognisesTheConfiguration() throws IOException {
    BackboneFamily family = spec().family();
    assertTrue(family.recognises(ConfigFiles.parse(configuration()).config()));
    assertTrue(BackboneFamilies.all().contains(family));
    assertFalse(family.id().isBlank());
    assertFalse(family.label().isBlank());
    assertFalse(family.modelTypes().isEmpty());
  }

  @Test
  void theInventoryIsWhatTheModelAsksFor() throws IOException {
    RecordingWeights weights = new RecordingWeights();
    BackboneSpec spec = spec();
    spec.build(new ModuleFactory(weights, Placement.cpu()));
    Map<String, String> needed = text(spec.tensors());
    Map<String, String> stored = text(spec.storedTensors());
    Map<String, String> asked = text(weights.asked());
    // a stored layer that is not run may be asked for where it is there, for methods that look into
    // it
    asked
        .entrySet()
        .removeIf(
            e -> !needed.containsKey(e.getKey()) && e.getValue().equals(stored.get(e.getKey())));
    assertEquals(needed, asked);
    assertTrue(spec.storedTensors().keySet().containsAll(spec.tensors().keySet()));
  }

  private static Map<String, String> text(Map<String, long[]> shapes) {
    Map<String, String> text = new TreeMap<>();
    shapes.forEach((name, shape) -> text.put(name, Arrays.toString(shape)));
    return text;
  }

  @Test
  void layoutCountsMatchTheFeatures() throws IOException {
    Backbone backbone = backbone();
    ContractRun run = ContractRun.of(backbone, prompt(1), List.of(picture(backbone.spec(), 1)));
    VisualRows visual = run.visuals().get(0);
    TokenLayout layout = run.input().layout();
    assertEquals(BEFORE.length + visual.cells().size() + AFTER.length, layout.size());
    assertEquals(visual.unprunedRows(), visual.cells().size());
    assertEquals(BEFORE.length + AFTER.length, layout.textRows().length);
    long patches = visual.cells().stream().filter(c -> c.kind() == TokenKind.PATCH).count();
    assertEquals(patches, layout.candidates().length);
    for (int row : layout.candidates()) {
      assertTrue(layout.groups()[row] >= 0 && layout.gridRows()[row] >= 0, "row " + row);
    }
  }

  @Test
  void textPositionsGoUpAndGenerationContinuesBehindThem() throws IOException {
    Backbone backbone = backbone();
    ContractRun run = ContractRun.of(backbone, prompt(1), List.of(picture(backbone.spec(), 1)));
    for (long[] axis : run.input().positions()) {
      long before = -1;
      for (int row : run.input().layout().textRows()) {
        assertTrue(axis[row] > before, "row " + row);
        before = axis[row];
      }
      assertEquals(before + 1, run.input().nextPosition());
      assertTrue(Arrays.stream(axis).max().orElseThrow() < run.input().nextPosition());
    }
  }

  @Test
  void cachedEqualsUncached() throws IOException {
    Backbone backbone = backbone();
    List<Visual> pictures = List.of(picture(backbone.spec(), 2));
    int[] more = {23, 29, 31};
    ContractRun cached = ContractRun.of(backbone, prompt(1), pictures, more);
    PromptIds whole = PromptIds.raw(concat(prompt(1).ids(), more));
    ContractRun uncached = ContractRun.of(backbone, whole, pictures);
    assertArrayEquals(uncached.lastLogits(), cached.lastLogits(), 2e-5f);
  }

  @Test
  void keepingEveryRowChangesNoBit() throws IOException {
    Backbone backbone = backbone();
    List<Visual> pictures = List.of(picture(backbone.spec(), 3));
    int[] more = {23, 29};
    ContractRun plain = ContractRun.of(backbone, prompt(1), pictures, more);
    int last = backbone.config().decoder().layers() - 1;
    for (int layer = -1; layer < last; layer++) {
      int at = layer;
      ContractRun pruned =
          ContractRun.of(
              backbone,
              prompt(1),
              pictures,
              boundary -> {
                if (boundary.layer() != at) {
                  return null;
                }
                TokenKind[] kinds = boundary.rows().layout().kinds();
                PlanBuilder plan = new PlanBuilder();
                IntStream.range(0, kinds.length).forEach(r -> plan.keep(kinds[r], r));
                return plan.build(PositionPolicy.KEEP);
              },
              more);
      assertArrayEquals(plain.lastLogits(), pruned.lastLogits(), "after layer " + layer);
    }
  }

  @Test
  void clipsAreTakenOrRefusedByName() throws IOException {
    BackboneSpec spec = spec();
    VideoFrames frames = new VideoFrames(List.of(noise(4), noise(5)), new int[] {0, 1}, 2, 1);
    if (!takesClips()) {
      String message =
          assertThrows(IllegalArgumentException.class, () -> spec.preparer().clip(frames))
              .getMessage();
      assertTrue(message.contains(spec.family().label()), message);
      assertTrue(message.contains("pictures, not clips"), message);
      return;
    }
    Visual clip = spec.preparer().clip(frames);
    assertTrue(clip.isClip());
    ContractRun run = ContractRun.of(backbone(), prompt(1), List.of(clip));
    assertTrue(run.input().layout().candidates().length > 0);
  }

  @Test
  void twoPicturesHaveRowsOfTheirOwnOrAreRefused() throws IOException {
    Backbone backbone = backbone();
    BackboneSpec spec = backbone.spec();
    Visual first = among(spec, 6);
    Visual second = among(spec, 7);
    spec.requireTogether(List.of(first, second));
    if (spec.maxVisuals() < 2) {
      String message =
          assertThrows(
                  IllegalArgumentException.class,
                  () -> ContractRun.of(backbone, prompt(2), List.of(first, second)))
              .getMessage();
      assertTrue(message.startsWith(spec.family().label() + " takes at most 1"), message);
      assertTrue(message.endsWith("not 2"), message);
      return;
    }
    ContractRun one = ContractRun.of(backbone, prompt(1), List.of(first));
    ContractRun two = ContractRun.of(backbone, prompt(2), List.of(first, second));
    ContractRun turned = ContractRun.of(backbone, prompt(2), List.of(second, first));
    int rows = one.visuals().get(0).cells().size();
    assertEquals(one.input().rows() + rows, two.input().rows());
    assertFalse(Arrays.equals(two.lastLogits(), turned.lastLogits()), "the order matters");
    // the first picture is where it was, the second after it
    long[] alone = one.input().positions()[0];
    long[] both = two.input().positions()[0];
    assertArrayEquals(
        Arrays.copyOf(alone, BEFORE.length + rows), Arrays.copyOf(both, BEFORE.length + rows));
    int[] groups = two.input().layout().groups();
    int[] firstGroups = Arrays.copyOfRange(groups, BEFORE.length, BEFORE.length + rows);
    int[] secondGroups = Arrays.copyOfRange(groups, BEFORE.length + rows, BEFORE.length + 2 * rows);
    int highest = Arrays.stream(firstGroups).max().orElseThrow();
    assertTrue(
        Arrays.stream(secondGroups).min().orElseThrow() > highest,
        "each picture has groups of its own");
  }

  @Test
  void lowDetailIsAtMostAsLargeAndRuns() throws IOException {
    Backbone backbone = backbone();
    BackboneSpec spec = backbone.spec();
    int[] candidates = new int[Detail.values().length];
    for (Detail detail : Detail.values()) {
      PictureSettings settings = PictureSettings.of(detail);
      Visual picture = spec.preparer().picture(noise(8), settings);
      ContractRun run = ContractRun.of(backbone, prompt(1), List.of(picture));
      candidates[detail.ordinal()] = run.input().layout().candidates().length;
      // families with one way say so
      boolean chosen = spec.preparer().detail(settings).isPresent();
      assertTrue(chosen || candidates[detail.ordinal()] == candidates[0], detail.text());
    }
    assertTrue(candidates[Detail.LOW.ordinal()] <= candidates[Detail.AUTO.ordinal()]);
    assertTrue(candidates[Detail.LOW.ordinal()] <= candidates[Detail.HIGH.ordinal()]);
  }

  @Test
  void aPlaceWithoutPictureIsRefused() throws IOException {
    Backbone backbone = backbone();
    assertThrows(
        IllegalArgumentException.class, () -> ContractRun.of(backbone, prompt(1), List.of()));
  }

  @Test
  void theFamilyIsTheSameObjectEverywhere() throws IOException {
    Backbone backbone = backbone();
    assertSame(spec().family(), backbone.spec().family());
  }
}
