package io.qcpruner.cli.option;

import io.qcpruner.eval.data.DataRoot;
import io.qcpruner.eval.task.ModelProfile;
import io.qcpruner.eval.task.Sample;
import io.qcpruner.eval.task.TaskCatalog;
import java.io.IOException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * A sample of a benchmark, written {@code pope:130}.
 *
 * @param row its number, as in the records of a run
 */
public record SampleNumber(String task, int row) {

  private static final Pattern TEXT = Pattern.compile("([a-z0-9_-]+):(\\d{1,9})");

  /** Reads the text form. */
  public static final class Parser implements ITypeConverter<SampleNumber> {
    @Override
    public SampleNumber convert(String text) {
      Matcher parts = TEXT.matcher(text);
      if (!parts.matches()) {
        throw new TypeConversionException(
            "a sample is TASK:NUMBER, such as pope:130, not \"" + text + "\"");
      }
      return new SampleNumber(parts.group(1), Integer.parseInt(parts.group(2)));
    }
  }

  /**
   * The sample as a model's family is asked it.
   *
   * @throws IllegalArgumentException if there is no such task or number
   */
  public Sample find(TaskCatalog catalog, Optional<DataRoot> data, ModelProfile family)
      throws IOException {
    int count = 0;
    for (Sample sample : catalog.task(task).load(data, family).samples()) {
      if (sample.row() == row) {
        return sample;
      }
      count++;
    }
    throw new IllegalArgumentException(
        task + " has no sample " + row + "; it has " + count + ", counted from 0");
  }

  @Override
  public String toString() {
    return task + ":" + row;
  }
}
