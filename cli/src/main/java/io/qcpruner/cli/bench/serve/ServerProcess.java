package io.qcpruner.cli.bench.serve;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** {@code serve} in a process of its own, with the options of this one. */
final class ServerProcess implements AutoCloseable {
  private static final String MAIN = "io.qcpruner.cli.Main";
  private static final long END_SECONDS = 60;
  private static final int KIB = 1024;

  private final Process process;
  private final BufferedReader out;
  private final URI origin;

  private ServerProcess(Process process, BufferedReader out, URI origin) {
    this.process = process;
    this.out = out;
    this.origin = origin;
  }

  /** Starts a server on a free port and waits until it is ready. */
  public static ServerProcess start(List<String> arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), MAIN, "serve"));
    if (!arguments.contains("--port")) {
      command.addAll(List.of("--port", "0"));
    }
    command.addAll(arguments);
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    BufferedReader out =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    String address = out.readLine();
    String ready = address == null ? null : out.readLine();
    if (ready == null) {
      process.destroyForcibly();
      throw new IOException("the server did not start: serve " + String.join(" ", arguments));
    }
    return new ServerProcess(process, out, URI.create(address.split(" ", 2)[0]));
  }

  public URI origin() {
    return origin;
  }

  /** Memory that the process holds, mapped weights included; 0 where the system does not tell. */
  public long residentBytes() throws IOException {
    Path status = Path.of("/proc", Long.toString(process.pid()), "status");
    if (!Files.exists(status)) {
      return 0;
    }
    for (String line : Files.readAllLines(status)) {
      if (line.startsWith("VmRSS:")) {
        return KIB * Long.parseLong(line.replaceAll("\\D", ""));
      }
    }
    return 0;
  }

  /** Asks it to drain and end, as an operator does. */
  void signal() {
    process.toHandle().destroy();
  }

  /** Asks it to drain and end, and waits for that; its exit code. */
  public int stop() throws IOException, InterruptedException {
    signal();
    if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
      throw new IOException("the server did not end within " + END_SECONDS + " s");
    }
    return process.exitValue();
  }

  /** Ends it as a failing machine would, without a word. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  @Override
  public void close() {
    process.destroy();
    try {
      process.waitFor(END_SECONDS, TimeUnit.SECONDS);
      out.close();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      process.destroyForcibly();
    }
  }
}
