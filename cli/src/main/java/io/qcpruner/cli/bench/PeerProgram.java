package io.qcpruner.cli.bench;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.qcpruner.json.JsonReader;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Another program that measures the same: for each line on its input it runs one round and answers
 * with one line of JSON, the summary so far.
 */
public final class PeerProgram implements AutoCloseable {
  private final String command;
  private final Process process;
  private final BufferedReader answers;
  private final BufferedWriter orders;

  private PeerProgram(String command, Process process) {
    this.command = command;
    this.process = process;
    this.answers =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    this.orders =
        new BufferedWriter(
            new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
  }

  public static PeerProgram start(String command, Path model, int threads, int tokens)
      throws IOException {
    List<String> words = new ArrayList<>(List.of(command.trim().split("\\s+")));
    words.addAll(
        List.of("--model", model.toString(), "--threads", "" + threads, "--tokens", "" + tokens));
    Process process =
        new ProcessBuilder(words).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    return new PeerProgram(command, process);
  }

  public ObjectNode round() throws IOException {
    orders.write("round\n");
    orders.flush();
    String line = answers.readLine();
    if (line == null) {
      throw new IOException("'" + command + "' ended without an answer");
    }
    return JsonReader.STANDARD.object(line, "answer of '" + command + "'");
  }

  @Override
  public void close() {
    process.destroy();
  }
}
