package io.qcpruner.spark;

import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.core.utility.Utility;
import io.qcpruner.eval.cluster.RunSource;
import io.qcpruner.eval.data.DataRoot;
import io.qcpruner.eval.data.ParquetReader;
import io.qcpruner.eval.run.Answer;
import io.qcpruner.eval.run.EvalModel;
import io.qcpruner.eval.run.FakeModel;
import io.qcpruner.eval.run.FakeTask;
import io.qcpruner.eval.run.ModelCard;
import io.qcpruner.eval.task.Sample;
import io.qcpruner.eval.task.Task;
import io.qcpruner.media.AlphaPolicy;
import io.qcpruner.media.MediaLimits;
import io.qcpruner.media.MediaSource;
import io.qcpruner.media.RgbImage;
import io.qcpruner.media.reader.MediaReader;
import io.qcpruner.media.video.FrameSampling;
import io.qcpruner.pocket.PocketModel;
import io.qcpruner.text.Tokenizer;
import io.qcpruner.text.TokenizerFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;

/**
 * A model whose answers are what native libraries read: tokens, frames of a clip, rows of a table.
 *
 * @param clip a video file
 * @param table a Parquet file with a column {@code word}
 */
record NativeSource(int samples, String clip, String table) implements RunSource {

  @Override
  public EvalModel describe() {
    return new FakeModel(FakeSource.FAMILY, FakeSource.CHECKSUM, 0);
  }

  @Override
  public EvalModel open(int threads) throws IOException {
    return new ReadingModel(describe(), reading());
  }

  /** One line of everything that was read. */
  private String reading() throws IOException {
    List<String> words = new ArrayList<>();
    try (Tokenizer tokenizer = TokenizerFiles.load(PocketModel.unpack())) {
      words.add(Arrays.toString(tokenizer.encode("What color is the star?").ids()));
    }
    MediaReader reader = new MediaReader(MediaLimits.DEFAULT);
    for (RgbImage frame :
        reader
            .video(
                new MediaSource.File(Path.of(clip)),
                new FrameSampling(3, true),
                UnaryOperator.identity(),
                AlphaPolicy.DROP)
            .frames()) {
      words.add(frame.width() + "x" + frame.height() + " " + frame.hashCode());
    }
    try (ParquetReader parquet = new ParquetReader()) {
      parquet
          .read(List.of(Path.of(table)), List.of("word"), "")
          .forEach(row -> words.add(row.fields().toString()));
    }
    return String.join("; ", words);
  }

  @Override
  public Task task(String key) {
    return new FakeTask(key, samples, "p");
  }

  @Override
  public Optional<DataRoot> openData() {
    return Optional.empty();
  }

  /** Says what was read when it was opened. */
  private record ReadingModel(EvalModel model, String reading) implements EvalModel {

    @Override
    public ModelCard card() {
      return model.card();
    }

    @Override
    public Loaded load(Sample sample) throws IOException {
      Loaded loaded = model.load(sample);
      return new Loaded() {
        @Override
        public Answer answer(MethodSpec setting, int maxNewTokens, BooleanSupplier cancelled) {
          Answer a = loaded.answer(setting, maxNewTokens, cancelled);
          return new Answer(
              reading,
              a.completionTokens(),
              a.finishReason(),
              a.visualTokens(),
              a.keptTokens(),
              a.rowsPerLayer(),
              a.structuralRows(),
              a.ms(),
              a.anchors(),
              a.peakBytes());
        }

        @Override
        public List<Utility> cues() {
          return loaded.cues();
        }

        @Override
        public void close() {
          loaded.close();
        }
      };
    }

    @Override
    public void close() {
      model.close();
    }
  }
}
