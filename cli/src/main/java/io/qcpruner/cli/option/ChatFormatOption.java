package io.qcpruner.cli.option;

import io.qcpruner.model.ChatFormat;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Which chat format prompts are written in. */
public final class ChatFormatOption {

  @Option(
      names = "--chat-template",
      paramLabel = "checkpoint|family|FILE",
      hideParamSyntax = true,
      defaultValue = "checkpoint",
      description =
          "The checkpoint's own chat template, the format of its family's published evaluation, or"
              + " a Jinja file (default: ${DEFAULT-VALUE}).")
  private String format;

  /** The format; a file must be there. */
  public ChatFormat format() throws NoSuchFileException {
    ChatFormat chosen = ChatFormat.parse(format);
    if (chosen instanceof ChatFormat.File file && !Files.isRegularFile(file.path())) {
      throw new NoSuchFileException(Path.of(format).toString());
    }
    return chosen;
  }
}
