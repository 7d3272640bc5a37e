package io.qcpruner.cli.chat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.Charset;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.UserInterruptException;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;

/** Lines of a terminal, with editing and history; plain lines where there is no terminal. */
final class TerminalLines {
  private TerminalLines() {}

  static LineSource open() throws IOException {
    return System.console() == null ? plain(System.in) : editing();
  }

  static LineSource plain(InputStream in) {
    BufferedReader reader = new BufferedReader(new InputStreamReader(in, Charset.defaultCharset()));
    return prompt -> reader.readLine();
  }

  private static LineSource editing() throws IOException {
    JLineLibrary.unpack();
    Terminal terminal = TerminalBuilder.builder().system(true).build();
    LineReader reader = LineReaderBuilder.builder().terminal(terminal).build();
    return new LineSource() {
      @Override
      public String next(String prompt) {
        try {
          return reader.readLine(prompt);
        } catch (UserInterruptException e) {
          return "";
        } catch (EndOfFileException e) {
          return null;
        }
      }

      @Override
      public void close() throws IOException {
        terminal.close();
      }
    };
  }
}
